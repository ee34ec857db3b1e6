package dev.kiln.server.grpc;

import dev.kiln.runtime.Caller;
import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.Invocation;
import java.time.Instant;
import java.util.Optional;

/**
 * Who calls a method, and how long this caller waits.
 *
 * @param deadline when the caller stops waiting, if it says so
 * @param cancellation is used when the caller goes away
 */
record CallContext(Caller caller, Optional<Instant> deadline, Cancellation cancellation) {
  /** An invocation that ends when its caller no longer waits. */
  Invocation applyTo(Invocation in) {
    Invocation cancellable = in.withCaller(caller).withCancellation(cancellation);
    return deadline.isPresent() ? cancellable.withDeadline(deadline.get()) : cancellable;
  }
}
