/**
 * Functions that are images: an engine's command starts their containers, as programs of spec v1 or
 * as servers of v2, and says what an image tells of itself.
 */
@NullMarked
package dev.kiln.runtime.containers;

import org.jspecify.annotations.NullMarked;
