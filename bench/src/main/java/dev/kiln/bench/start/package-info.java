/** How long a function takes that is started for its one call, and a host to its first answer. */
@NullMarked
package dev.kiln.bench.start;

import org.jspecify.annotations.NullMarked;
