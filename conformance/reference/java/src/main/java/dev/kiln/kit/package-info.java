/** The function that tests of functions and hosts give orders to. */
@NullMarked
package dev.kiln.kit;

import org.jspecify.annotations.NullMarked;
