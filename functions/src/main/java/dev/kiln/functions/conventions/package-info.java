/**
 * Conventions of Kubernetes packages that several functions follow: field specs, the depends-on
 * annotation, names and items that never reach a cluster.
 */
@NullMarked
package dev.kiln.functions.conventions;

import org.jspecify.annotations.NullMarked;
