/** Lossless YAML: what is not edited keeps its bytes. */
@NullMarked
package dev.kiln.yaml;

import org.jspecify.annotations.NullMarked;
