/** Measures the doors under load: our host, two bare echo servers and a Go server, in one run. */
@NullMarked
package dev.kiln.bench.load;

import org.jspecify.annotations.NullMarked;
