/** Runs mixed load for a long time, and checks whether resources grow in the host. */
@NullMarked
package dev.kiln.bench.load.soak;

import org.jspecify.annotations.NullMarked;
