/** Measures the path of a call from bytes to bytes. It is never shipped. */
@NullMarked
package dev.kiln.bench;

import org.jspecify.annotations.NullMarked;
