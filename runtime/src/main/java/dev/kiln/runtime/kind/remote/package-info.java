/** The kind of functions that are servers of spec v2 and already run elsewhere. */
@NullMarked
package dev.kiln.runtime.kind.remote;

import org.jspecify.annotations.NullMarked;
