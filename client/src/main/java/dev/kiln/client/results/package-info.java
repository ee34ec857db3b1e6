/** What functions found out, as files. */
@NullMarked
package dev.kiln.client.results;

import org.jspecify.annotations.NullMarked;
