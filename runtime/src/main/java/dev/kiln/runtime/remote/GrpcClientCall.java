package dev.kiln.runtime.remote;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One call of a unary method. It also records whether any of it was sent. */
final class GrpcClientCall<Q, A> extends ClientCall.Listener<A> {
  private final ClientCall<Q, A> call;
  private final Sent sent;
  private final CompletableFuture<End<A>> end = new CompletableFuture<>();
  private volatile boolean began; // whether an answer began to arrive
  private volatile @Nullable A answer;

  /**
   * How it ended.
   *
   * @param answer null unless the status is OK
   * @param sent whether the server may have the request
   * @param began whether an answer began to arrive
   */
  record End<A>(@Nullable A answer, Status status, Metadata trailers, boolean sent, boolean began) {
    /** Whether this side stopped reading because the answer was too large. */
    boolean isTooLarge() {
      return began
          && status.getCode() == Status.Code.RESOURCE_EXHAUSTED
          && GrpcStatuses.describe(status).contains("exceeds maximum size");
    }
  }

  private GrpcClientCall(ClientCall<Q, A> call, Sent sent) {
    this.call = call;
    this.sent = sent;
  }

  static <Q, A> GrpcClientCall<Q, A> start(
      Channel channel, MethodDescriptor<Q, A> method, Q request, long nanos) {
    var sent = new Sent();
    CallOptions options =
        CallOptions.DEFAULT
            .withDeadlineAfter(nanos, TimeUnit.NANOSECONDS)
            .withStreamTracerFactory(sent);
    var started = new GrpcClientCall<>(channel.newCall(method, options), sent);
    started.send(request);
    return started;
  }

  private void send(Q request) {
    call.start(this, new Metadata());
    call.request(2); // the answer, and a second message to detect a faulty server
    call.sendMessage(request);
    call.halfClose();
  }

  /** Whether the server may know of the call. */
  boolean isSent() {
    return sent.headers;
  }

  /** Cancels the call, unless it has ended. */
  void cancel() {
    call.cancel("given up", null);
  }

  End<A> await(long nanos) throws InterruptedException, TimeoutException {
    try {
      return end.get(nanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e); // it never completes exceptionally
    }
  }

  @Override
  public void onHeaders(Metadata headers) {
    began = true;
  }

  @Override
  public void onMessage(A message) {
    answer = message;
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    boolean empty = status.isOk() && answer == null;
    Status told = empty ? Status.INTERNAL.withDescription("the answer has no message") : status;
    end.complete(new End<>(told.isOk() ? answer : null, told, trailers, sent.headers, began));
  }

  /** Records that the headers were sent. Before that, no server knows of the call. */
  private static final class Sent extends ClientStreamTracer.Factory {
    private volatile boolean headers;

    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata metadata) {
      return new ClientStreamTracer() {
        @Override
        public void outboundHeaders() {
          headers = true;
        }
      };
    }
  }
}
