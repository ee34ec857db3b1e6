/** The function set-namespace. */
@NullMarked
package dev.kiln.functions.setnamespace;

import org.jspecify.annotations.NullMarked;
