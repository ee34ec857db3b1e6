/** What an answer is held against. */
@NullMarked
package dev.kiln.conformance.checks;

import org.jspecify.annotations.NullMarked;
