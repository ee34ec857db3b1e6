/** Writes values and nodes as text. */
@NullMarked
package dev.kiln.yaml.write;

import org.jspecify.annotations.NullMarked;
