/** Checks values against structural schemas, and fills in their defaults. */
@NullMarked
package dev.kiln.sdk.schema;

import org.jspecify.annotations.NullMarked;
