/** Judges KRM functions, in any language, from outside. */
@NullMarked
package dev.kiln.conformance;

import org.jspecify.annotations.NullMarked;
