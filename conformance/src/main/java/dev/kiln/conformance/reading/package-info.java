/** The judge's own reading of YAML and JSON. */
@NullMarked
package dev.kiln.conformance.reading;

import org.jspecify.annotations.NullMarked;
