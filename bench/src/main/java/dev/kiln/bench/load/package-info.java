/** The doors under load: our host beside two bare echoes and a Go server, in one run. */
@NullMarked
package dev.kiln.bench.load;

import org.jspecify.annotations.NullMarked;
