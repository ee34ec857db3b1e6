/**
 * Shared by functions that visit all fields of all items: the walk, the text of fields, their
 * comments, and the results about a change.
 */
@NullMarked
package dev.kiln.functions.fields;

import org.jspecify.annotations.NullMarked;
