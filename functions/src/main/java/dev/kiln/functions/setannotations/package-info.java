/** The function set-annotations. */
@NullMarked
package dev.kiln.functions.setannotations;

import org.jspecify.annotations.NullMarked;
