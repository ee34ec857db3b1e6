/** Packages on disk: how a folder is read, and how it is written back, all of it or nothing. */
@NullMarked
package dev.kiln.client.files;

import org.jspecify.annotations.NullMarked;
