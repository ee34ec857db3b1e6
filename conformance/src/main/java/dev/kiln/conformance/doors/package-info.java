/** The ways to a function: a program's stdin, HTTP, gRPC; and how one that serves is started. */
@NullMarked
package dev.kiln.conformance.doors;

import org.jspecify.annotations.NullMarked;
