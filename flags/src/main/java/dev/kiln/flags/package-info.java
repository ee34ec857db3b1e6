/**
 * What stands on a command line: flags, their variables and values, and what to say when they are
 * wrong. Written by hand, for a v1 program starts once a call.
 */
@NullMarked
package dev.kiln.flags;

import org.jspecify.annotations.NullMarked;
