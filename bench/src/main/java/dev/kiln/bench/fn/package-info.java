/** {@code kiln fn run} beside what others run functions over packages with. */
@NullMarked
package dev.kiln.bench.fn;

import org.jspecify.annotations.NullMarked;
