/**
 * Finds functions and their definitions, makes their objects and runs them. This package is for
 * hosts; an author of a function does not need it.
 */
@NullMarked
package dev.kiln.sdk.loading;

import org.jspecify.annotations.NullMarked;
