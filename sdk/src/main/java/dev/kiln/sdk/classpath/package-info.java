/**
 * Finds files on the class path, and reads them from a packed file where a distribution has one.
 */
@NullMarked
package dev.kiln.sdk.classpath;

import org.jspecify.annotations.NullMarked;
