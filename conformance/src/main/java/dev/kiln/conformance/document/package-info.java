/** The judge's own reading of YAML and JSON. */
@NullMarked
package dev.kiln.conformance.document;

import org.jspecify.annotations.NullMarked;
