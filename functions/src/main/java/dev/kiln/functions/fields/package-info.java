/**
 * What functions share that walk through all fields of all items: the walk, the text of fields,
 * their comments, and what is told about a change.
 */
@NullMarked
package dev.kiln.functions.fields;

import org.jspecify.annotations.NullMarked;
