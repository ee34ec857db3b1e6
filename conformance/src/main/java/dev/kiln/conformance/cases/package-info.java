/** The cases, and the clauses of the specifications that they check. */
@NullMarked
package dev.kiln.conformance.cases;

import org.jspecify.annotations.NullMarked;
