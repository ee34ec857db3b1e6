/** Completed calls, and the listeners that count and log them. */
@NullMarked
package dev.kiln.server.calls;

import org.jspecify.annotations.NullMarked;
