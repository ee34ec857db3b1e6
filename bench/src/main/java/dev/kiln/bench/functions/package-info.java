/** What the built-in functions cost on a large list, beside each other and beside the originals. */
@NullMarked
package dev.kiln.bench.functions;

import org.jspecify.annotations.NullMarked;
