/** {@code kiln fn} as its users run it: real packages, real programs, real containers. */
@NullMarked
package dev.kiln.fn;

import org.jspecify.annotations.NullMarked;
