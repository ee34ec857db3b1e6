/** Parses a text into its table of nodes. */
@NullMarked
package dev.kiln.yaml.read;

import org.jspecify.annotations.NullMarked;
