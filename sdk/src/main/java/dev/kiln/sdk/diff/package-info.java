/** Compares two texts line by line, for tests and to show changes before they are made. */
@NullMarked
package dev.kiln.sdk.diff;

import org.jspecify.annotations.NullMarked;
