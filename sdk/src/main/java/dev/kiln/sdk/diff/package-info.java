/**
 * How two texts differ, line by line: for tests, and for changes that are shown before they are
 * made.
 */
@NullMarked
package dev.kiln.sdk.diff;

import org.jspecify.annotations.NullMarked;
