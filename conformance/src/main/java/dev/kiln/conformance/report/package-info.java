/** The reports of the verdicts: for a person, for a CI system, for programs. */
@NullMarked
package dev.kiln.conformance.report;

import org.jspecify.annotations.NullMarked;
