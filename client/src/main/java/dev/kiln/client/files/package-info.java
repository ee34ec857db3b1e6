/**
 * Packages on disk: what is read of a folder, and how it is written back: all of it, or nothing.
 */
@NullMarked
package dev.kiln.client.files;

import org.jspecify.annotations.NullMarked;
