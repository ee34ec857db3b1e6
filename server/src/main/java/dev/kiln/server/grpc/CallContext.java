package dev.kiln.server.grpc;

import dev.kiln.runtime.Caller;
import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.Invocation;
import java.time.Instant;

/**
 * Who calls a method, and how long the call may take.
 *
 * @param deadline when the call ends at the latest
 * @param cancellation is used when the caller goes away
 */
record CallContext(Caller caller, Instant deadline, Cancellation cancellation) {
  /** An invocation that ends at the deadline, or when its caller goes away. */
  Invocation applyTo(Invocation in) {
    return in.withCaller(caller).withCancellation(cancellation).withDeadline(deadline);
  }
}
