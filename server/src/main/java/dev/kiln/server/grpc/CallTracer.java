package dev.kiln.server.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Counts a message's bytes while they arrive, which gRPC reports nowhere else, and takes the
 * caller's deadline out of the headers: gRPC itself would end a late call with a reset, without a
 * status.
 */
final class CallTracer extends ServerStreamTracer {
  /** Messages of services that are not about functions are small. */
  static final int MAX_SMALL_MESSAGE = 64 << 10;

  static final Factory FACTORY =
      new Factory() {
        @Override
        public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
          return new CallTracer(Services.has(method) ? GrpcTimeout.take(headers) : null);
        }
      };

  private static final Context.Key<CallTracer> KEY = Context.key("arrival");

  private @Nullable GrpcServerCall<?, ?> call; // of the event loop, as all of this
  private long bytes;
  private final @Nullable Instant deadline;
  private Context.@Nullable CancellableContext context;

  private CallTracer(@Nullable Instant deadline) {
    this.deadline = deadline;
  }

  /** The tracer of the call that begins on this thread. */
  static CallTracer current() {
    return KEY.get();
  }

  @Override
  public Context filterContext(Context parent) {
    Context.CancellableContext own = parent.withValue(KEY, this).withCancellation();
    context = own;
    return own;
  }

  /** Sets the call that is notified. */
  void setListener(GrpcServerCall<?, ?> listener) {
    call = listener;
  }

  /** When the caller stops waiting, if it says so. */
  Optional<Instant> deadline() {
    return Optional.ofNullable(deadline);
  }

  /**
   * Resets the stream below the call, even if the call is answered. gRPC does so for a context that
   * ends with a timeout.
   */
  void timeOut() {
    if (context != null) {
      context.cancel(new TimeoutException());
    }
  }

  @Override
  public void inboundMessage(int number) {
    if (number > 0 && call != null) {
      call.secondMessageBegan();
    }
  }

  @Override
  public void inboundWireSize(long more) {
    bytes += more;
    if (call != null) {
      call.bytesReceived(more);
    } else if (bytes > MAX_SMALL_MESSAGE) {
      throw tooLarge();
    }
  }

  static StatusRuntimeException tooLarge() {
    return Status.RESOURCE_EXHAUSTED
        .withDescription(
            "messages to this service may have " + MAX_SMALL_MESSAGE + " bytes together")
        .asRuntimeException();
  }
}
