/** Made-up lists that look like real packages: the bytes that every peer is measured on. */
@NullMarked
package dev.kiln.bench.lists;

import org.jspecify.annotations.NullMarked;
