/**
 * The gRPC door: turns a message into an invocation and its outcome into an answer. It knows
 * neither YAML nor the other doors.
 */
@NullMarked
package dev.kiln.server.grpc;

import org.jspecify.annotations.NullMarked;
