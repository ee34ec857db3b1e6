/** What functions found out: put together with the files that it is about, and kept as files. */
@NullMarked
package dev.kiln.client.results;

import org.jspecify.annotations.NullMarked;
