/**
 * Calls the servers: h2load makes the load and measures it, callers written here compare answers
 * byte for byte.
 */
@NullMarked
package dev.kiln.bench.load.callers;

import org.jspecify.annotations.NullMarked;
