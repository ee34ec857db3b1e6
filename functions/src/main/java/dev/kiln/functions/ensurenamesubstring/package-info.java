/** The function ensure-name-substring. */
@NullMarked
package dev.kiln.functions.ensurenamesubstring;

import org.jspecify.annotations.NullMarked;
