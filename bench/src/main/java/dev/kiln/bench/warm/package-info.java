/**
 * Measures functions that others wrote, cold and warm, and what kustomize and kpt take with them.
 */
@NullMarked
package dev.kiln.bench.warm;

import org.jspecify.annotations.NullMarked;
