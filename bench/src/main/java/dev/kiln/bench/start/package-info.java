/** Measures a function that is started for a single call, and a host up to its first answer. */
@NullMarked
package dev.kiln.bench.start;

import org.jspecify.annotations.NullMarked;
