/** The kind of functions that are container images. */
@NullMarked
package dev.kiln.runtime.kind.container;

import org.jspecify.annotations.NullMarked;
