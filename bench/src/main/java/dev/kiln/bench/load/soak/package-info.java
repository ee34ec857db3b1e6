/** A long time of mixed load, and whether anything grows in the host meanwhile. */
@NullMarked
package dev.kiln.bench.load.soak;

import org.jspecify.annotations.NullMarked;
