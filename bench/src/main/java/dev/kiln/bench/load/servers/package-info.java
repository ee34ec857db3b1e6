/** Starts the measured servers, each in its own process, and reads the resources that they use. */
@NullMarked
package dev.kiln.bench.load.servers;

import org.jspecify.annotations.NullMarked;
