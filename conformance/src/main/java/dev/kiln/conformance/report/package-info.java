/** What is told of the verdicts: to a person, to a CI, to programs. */
@NullMarked
package dev.kiln.conformance.report;

import org.jspecify.annotations.NullMarked;
