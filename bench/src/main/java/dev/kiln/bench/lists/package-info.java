/** Generates lists that resemble real packages. Every peer is measured with the same bytes. */
@NullMarked
package dev.kiln.bench.lists;

import org.jspecify.annotations.NullMarked;
