/** Putting together what a case asks for, and what its answer is judged with. */
@NullMarked
package dev.kiln.conformance.asking;

import org.jspecify.annotations.NullMarked;
