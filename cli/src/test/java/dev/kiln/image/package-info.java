/** The image, built from the distribution and run without what a container may be denied. */
@NullMarked
package dev.kiln.image;

import org.jspecify.annotations.NullMarked;
