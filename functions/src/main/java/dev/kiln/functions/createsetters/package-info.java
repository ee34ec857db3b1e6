/** The function create-setters. */
@NullMarked
package dev.kiln.functions.createsetters;

import org.jspecify.annotations.NullMarked;
