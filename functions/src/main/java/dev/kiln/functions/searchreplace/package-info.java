/** The function search-replace. */
@NullMarked
package dev.kiln.functions.searchreplace;

import org.jspecify.annotations.NullMarked;
