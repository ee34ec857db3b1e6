/**
 * Functions from a folder: each jar in memory, with a class loader of its own that sees the sdk and
 * the JDK, and with no way out of the process.
 */
@NullMarked
package dev.kiln.server.jars;

import org.jspecify.annotations.NullMarked;
