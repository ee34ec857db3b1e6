/**
 * The declarations of functions, as values, and the kinds of functions that turn declarations into
 * {@link dev.kiln.runtime.Runner}s.
 */
@NullMarked
package dev.kiln.runtime.kind;

import org.jspecify.annotations.NullMarked;
