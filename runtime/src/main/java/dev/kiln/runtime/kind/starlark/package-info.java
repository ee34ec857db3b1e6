/** The kind of functions that are Starlark scripts; nothing runs them yet. */
@NullMarked
package dev.kiln.runtime.kind.starlark;

import org.jspecify.annotations.NullMarked;
