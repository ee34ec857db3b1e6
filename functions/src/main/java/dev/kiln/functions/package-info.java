/** The functions in the box. */
@NullMarked
package dev.kiln.functions;

import org.jspecify.annotations.NullMarked;
