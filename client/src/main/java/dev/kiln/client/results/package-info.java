/** The results of functions: completed with the files that they refer to, and stored as files. */
@NullMarked
package dev.kiln.client.results;

import org.jspecify.annotations.NullMarked;
