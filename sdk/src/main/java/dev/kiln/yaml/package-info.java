/**
 * Lossless YAML: text that is not edited keeps its bytes.
 *
 * <p>{@link dev.kiln.yaml.Yaml} reads texts into {@linkplain dev.kiln.yaml.node nodes}. The other
 * packages are internal and build on one another: {@code table}, then {@code node}, then {@code
 * read} and {@code write}, then {@code edit}.
 */
@NullMarked
package dev.kiln.yaml;

import org.jspecify.annotations.NullMarked;
