/** Compares {@code kiln fn run} with the tools of others that run functions over packages. */
@NullMarked
package dev.kiln.bench.fn;

import org.jspecify.annotations.NullMarked;
