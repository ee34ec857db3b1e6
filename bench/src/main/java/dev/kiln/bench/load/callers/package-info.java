/**
 * Makes the load: callers in a closed loop, each with its own connection. They compare every answer
 * byte for byte with the expected one. One thread runs all callers, so that the server has a core
 * for itself.
 */
@NullMarked
package dev.kiln.bench.load.callers;

import org.jspecify.annotations.NullMarked;
