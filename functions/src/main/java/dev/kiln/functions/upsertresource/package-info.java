/** The function upsert-resource. */
@NullMarked
package dev.kiln.functions.upsertresource;

import org.jspecify.annotations.NullMarked;
