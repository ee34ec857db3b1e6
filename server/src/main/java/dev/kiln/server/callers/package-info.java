/** The callers of a host, as a file describes them: how to tell them apart, what each may do. */
@NullMarked
package dev.kiln.server.callers;

import org.jspecify.annotations.NullMarked;
