/** The function set-labels. */
@NullMarked
package dev.kiln.functions.setlabels;

import org.jspecify.annotations.NullMarked;
