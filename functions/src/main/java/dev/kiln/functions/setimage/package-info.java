/** The function set-image. */
@NullMarked
package dev.kiln.functions.setimage;

import org.jspecify.annotations.NullMarked;
