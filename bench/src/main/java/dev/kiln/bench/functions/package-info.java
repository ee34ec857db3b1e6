/**
 * Measures the built-in functions on a large list, and compares them with each other and with the
 * originals.
 */
@NullMarked
package dev.kiln.bench.functions;

import org.jspecify.annotations.NullMarked;
