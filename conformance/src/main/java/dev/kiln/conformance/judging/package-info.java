/** Asks cases of a target and takes down how they ended. */
@NullMarked
package dev.kiln.conformance.judging;

import org.jspecify.annotations.NullMarked;
