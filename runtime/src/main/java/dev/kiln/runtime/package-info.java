/** The one path from bytes to bytes. */
@NullMarked
package dev.kiln.runtime;

import org.jspecify.annotations.NullMarked;
