/** Asks cases of a target and takes down how they ended. */
@NullMarked
package dev.kiln.conformance.judge;

import org.jspecify.annotations.NullMarked;
