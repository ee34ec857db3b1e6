/** Admits messages to a host: their size, their share of the byte budget, and their gzip. */
@NullMarked
package dev.kiln.server.admission;

import org.jspecify.annotations.NullMarked;
