/**
 * Functions that are container images. The command of a container engine starts their containers,
 * as programs of spec v1 or as servers of v2, and reads the metadata of images.
 */
@NullMarked
package dev.kiln.runtime.containers;

import org.jspecify.annotations.NullMarked;
