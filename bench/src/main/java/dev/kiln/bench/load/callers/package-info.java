/**
 * The load: callers in a closed loop, each on a connection of its own, who compare every answer
 * byte for byte with what they expect. One thread plays them all, so that the server has a core.
 */
@NullMarked
package dev.kiln.bench.load.callers;

import org.jspecify.annotations.NullMarked;
