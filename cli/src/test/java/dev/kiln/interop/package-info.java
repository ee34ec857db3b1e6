/** The host, called by clients that others wrote. */
@NullMarked
package dev.kiln.interop;

import org.jspecify.annotations.NullMarked;
