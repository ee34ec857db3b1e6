/** {@code kiln fn}: the commands that run functions over packages. */
@NullMarked
package dev.kiln.cli.fn;

import org.jspecify.annotations.NullMarked;
