/** The function apply-setters. */
@NullMarked
package dev.kiln.functions.applysetters;

import org.jspecify.annotations.NullMarked;
