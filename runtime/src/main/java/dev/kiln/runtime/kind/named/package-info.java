/** The kind of functions that are requested by name. */
@NullMarked
package dev.kiln.runtime.kind.named;

import org.jspecify.annotations.NullMarked;
