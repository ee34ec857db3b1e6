/** Runs the functions of jars in other processes of this program. */
@NullMarked
package dev.kiln.server.isolation;

import org.jspecify.annotations.NullMarked;
