package dev.kiln.server.grpc;

import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.PermittedCaller;
import java.time.Instant;

/**
 * Who calls a method, and how long the call may take.
 *
 * @param caller who makes the call
 * @param sender the connection that it came by
 * @param deadline when the call ends at the latest
 * @param cancellation is used when the caller goes away
 */
record CallContext(
    PermittedCaller caller, ClientShare sender, Instant deadline, Cancellation cancellation) {
  /** An invocation that ends at the deadline, or when its caller goes away. */
  Invocation applyTo(Invocation in) {
    return in.withCaller(caller)
        .sentBy(sender)
        .withCancellation(cancellation)
        .withDeadline(deadline);
  }
}
