/**
 * Reads command lines: flags, their variables and values, and the errors in them. Also suggests the
 * known word that a misspelled one means. It is written by hand, because a v1 program starts once
 * for each call.
 */
@NullMarked
package dev.kiln.flags;

import org.jspecify.annotations.NullMarked;
