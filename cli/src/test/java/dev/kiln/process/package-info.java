/** A real host in a process of its own, and what tests put into it and read off it. */
@NullMarked
package dev.kiln.process;

import org.jspecify.annotations.NullMarked;
