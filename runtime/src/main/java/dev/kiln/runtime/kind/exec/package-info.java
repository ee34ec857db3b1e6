/** The kind of functions that are programs of this machine. */
@NullMarked
package dev.kiln.runtime.kind.exec;

import org.jspecify.annotations.NullMarked;
