/** Putting together what a case asks for, and what its answer is judged with. */
@NullMarked
package dev.kiln.conformance.execution;

import org.jspecify.annotations.NullMarked;
