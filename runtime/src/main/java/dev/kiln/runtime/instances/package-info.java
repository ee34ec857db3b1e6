/**
 * The instances of functions: how they are started ahead of their calls, pooled within the limits
 * of a host, and ended. An instance that is a process of this machine reads a list from stdin,
 * writes one to stdout and ends, as spec v1 says.
 */
@NullMarked
package dev.kiln.runtime.instances;

import org.jspecify.annotations.NullMarked;
