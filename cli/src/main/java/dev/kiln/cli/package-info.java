/** The kiln command. */
@NullMarked
package dev.kiln.cli;

import org.jspecify.annotations.NullMarked;
