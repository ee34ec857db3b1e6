/** The kiln script, tried as a user would. */
@NullMarked
package dev.kiln.launcher;

import org.jspecify.annotations.NullMarked;
