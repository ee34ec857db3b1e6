/** How much memory a call needs for a list, by its shape and its function. */
@NullMarked
package dev.kiln.bench.memory;

import org.jspecify.annotations.NullMarked;
