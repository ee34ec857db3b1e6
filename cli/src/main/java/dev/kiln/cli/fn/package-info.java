/** {@code kiln fn}: functions over packages. */
@NullMarked
package dev.kiln.cli.fn;

import org.jspecify.annotations.NullMarked;
