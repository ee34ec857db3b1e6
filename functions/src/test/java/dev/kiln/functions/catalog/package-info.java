/** Judges our functions by examples of the public function catalog. */
@NullMarked
package dev.kiln.functions.catalog;

import org.jspecify.annotations.NullMarked;
