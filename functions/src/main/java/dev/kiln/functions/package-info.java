/** The functions that are shipped with Kiln. */
@NullMarked
package dev.kiln.functions;

import org.jspecify.annotations.NullMarked;
