/**
 * The one path from bytes to bytes: an {@link dev.kiln.runtime.Invocation} goes to the {@link
 * dev.kiln.runtime.Evaluator}, which chooses a {@link dev.kiln.runtime.Runner} and answers with an
 * {@link dev.kiln.runtime.Outcome}. It knows no transport, so every door behaves the same.
 */
@NullMarked
package dev.kiln.runtime;

import org.jspecify.annotations.NullMarked;
