/** The arrows between modules and packages, held by tests. */
@NullMarked
package dev.kiln.architecture;

import org.jspecify.annotations.NullMarked;
