/** Fuzzes every reader of foreign bytes: with Jazzer for a while, and in tests with all seeds. */
@NullMarked
package dev.kiln.bench.fuzz;

import org.jspecify.annotations.NullMarked;
