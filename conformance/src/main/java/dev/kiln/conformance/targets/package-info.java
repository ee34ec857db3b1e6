/** The ways to a function: a program's stdin, HTTP, gRPC; and how one that serves is started. */
@NullMarked
package dev.kiln.conformance.targets;

import org.jspecify.annotations.NullMarked;
