/** Measurements of the path; never shipped. */
@NullMarked
package dev.kiln.bench;

import org.jspecify.annotations.NullMarked;
