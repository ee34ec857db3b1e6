package dev.kiln.server.grpc;

import com.google.protobuf.MessageLite;
import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.server.admission.Gzip;
import dev.kiln.server.admission.MessageClaim;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.RequestContext;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its headers until its answer is sent. Its message arrives on the event loop. The
 * answer may come from any thread; the thread that sets {@code over} sends it.
 */
final class GrpcServerCall<M, A extends MessageLite>
    extends ServerCall.Listener<IncomingMessage<M>> {

  /** After this time a call gives back the part of its budget that it does not use. */
  private static final Duration SHRINK_DELAY = Duration.ofSeconds(1);

  /**
   * What gRPC holds for each piece of a message in addition to its bytes: a message may arrive one
   * byte at a time.
   */
  private static final int PIECE = 256;

  private static final long CLOCK_TOLERANCE_MILLIS = 100;
  private static final Ending PAST_DEADLINE = new Ending.TimedOut("past the caller's deadline");

  private final OpenCalls calls;
  private final ServedMethod<M, A> endpoint;
  private final ServerCall<IncomingMessage<M>, A> call;
  private final RequestContext request;
  private final PermittedCaller caller;
  private final CallTracer tracer = CallTracer.current();
  private final Cancellation cancellation = new Cancellation();
  private final ClientShare sender;
  private final MessageClaim claim;
  private final long startedAt = System.nanoTime();
  private final AtomicBoolean receiving = new AtomicBoolean(); // the message, as one of those
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile long
      requestedAt; // when the message was asked for; 0 as long as there is no room
  private volatile long answeredAt;
  private volatile boolean hasBegun;
  private volatile boolean compressed;
  private volatile boolean callerGone; // the caller
  private @Nullable IncomingMessage<M> message; // of the event loop

  GrpcServerCall(
      OpenCalls calls,
      ServedMethod<M, A> endpoint,
      ServerCall<IncomingMessage<M>, A> call,
      RequestContext request,
      PermittedCaller caller) {
    this.calls = calls;
    this.endpoint = endpoint;
    this.call = call;
    this.request = request;
    this.caller = caller;
    this.sender = ClientConnections.share(call);
    this.claim = calls.admission().deferredClaim(sender);
  }

  /** Requests the message once the budget has room for it. */
  void begin() {
    tracer.setListener(this);
    try {
      calls.register(this);
    } catch (NothingRanException e) {
      reply(GrpcReply.refused(e.ending()));
      return;
    }
    receiving.set(true);
    claim.claimWhenFree(this::requestMessage);
    hasBegun = true;
  }

  /** Ends the call before its message, because nobody knows who makes it. */
  void refuseCaller(String why) {
    reply(
        GrpcReply.refused(
            StatusWithTrailers.of(Status.Code.UNAUTHENTICATED, why),
            GrpcReply.CallSummary.of(new Ending.Refused(why))));
  }

  /** Requests two messages, so that a second one is noticed. */
  private void requestMessage() {
    requestedAt = System.nanoTime();
    if (hasBegun) {
      calls.eventLoops().execute(() -> call.request(2)); // it may be here: no call within a call
    } else {
      call.request(2);
    }
  }

  /** Counts bytes of the message. */
  void bytesReceived(long bytes) {
    try {
      claim.addUsed(PIECE);
      claim.count(bytes);
      claim.addUsed(bytes);
    } catch (NothingRanException e) {
      reply(GrpcReply.refused(e.ending()));
    }
  }

  /** A second message begins. */
  void secondMessageBegan() {
    reply(malformedReply("a second message, where there is to be one"));
  }

  /**
   * Ends the call if its message takes too long to arrive, or if the caller does not read the
   * answer.
   */
  void enforceTimeouts(ConnectionLimits limits) {
    long now = System.nanoTime();
    if (over.get()) {
      if (now - answeredAt > limits.writeTimeout().toNanos()) {
        tracer.timeOut(); // the caller does not read
      }
    } else if (receiving.get()) {
      enforceTimeouts(limits, requestedAt == 0 ? 0 : now - requestedAt);
    }
  }

  private void enforceTimeouts(ConnectionLimits limits, long waited) {
    if (tracer.deadline().filter(Instant.now()::isAfter).isPresent()) {
      reply(GrpcReply.refused(PAST_DEADLINE));
    } else if (waited > limits.bodyTimeout().toNanos()) {
      reply(GrpcReply.refused(new Ending.TimedOut(limits.tooSlow("message"))));
    } else if (waited > SHRINK_DELAY.toNanos()) {
      claim.shrink();
    }
  }

  @Override
  public void onMessage(IncomingMessage<M> arrived) {
    message = arrived;
  }

  @Override
  public void onHalfClose() {
    stopReceiving();
    IncomingMessage<M> arrived = message;
    message = null;
    if (over.get()) {
      return;
    }
    if (arrived instanceof IncomingMessage.Parsed<M>(var envelope)) {
      claim.setComplete();
      answer(envelope);
    } else if (arrived instanceof IncomingMessage.Compressed<M>(var bytes)) {
      compressed = true;
      Thread.ofVirtual().name("unpack").start(() -> unpack(bytes));
    } else {
      reply(
          malformedReply(
              arrived instanceof IncomingMessage.Malformed<M>(var why) ? why : "no message"));
    }
  }

  private void unpack(byte[] bytes) {
    try (var in = claim.unpack(bytes)) {
      RequestFields<M> envelope = endpoint.marshaller().read(in);
      claim.setComplete();
      answer(envelope);
    } catch (NothingRanException e) {
      reply(GrpcReply.refused(e.ending()));
    } catch (IOException e) {
      reply(malformedReply(String.valueOf(e.getMessage())));
    } catch (OutOfMemoryError e) { // or the caller would hear nothing
      reply(GrpcReply.refused(Limits.outOfMemory(true)));
    }
  }

  private void answer(RequestFields<M> envelope) {
    if (over.get()) {
      return; // the caller went while the message was unpacked
    }
    try {
      var context = new CallContext(caller, sender, deadline(), cancellation);
      endpoint.method().answer(envelope, context).whenComplete(this::replyWithResult);
    } catch (NothingRanException e) {
      reply(GrpcReply.refused(e.ending()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      reply(GrpcReply.refused(faultEnding(e)));
    }
  }

  private static Ending faultEnding(Throwable e) {
    return e instanceof OutOfMemoryError ? Limits.outOfMemory(true) : new Ending.Fault(e);
  }

  /** The caller's deadline, or the end of the host's timeout, which began with the headers. */
  private Instant deadline() {
    Instant end = Instant.now().plusNanos(startedAt - System.nanoTime()).plus(calls.timeout());
    return tracer.deadline().filter(end::isAfter).orElse(end);
  }

  private void replyWithResult(@Nullable GrpcReply<A> reply, @Nullable Throwable fault) {
    try {
      if (reply != null) {
        reply(reply);
      } else if (fault != null) {
        Throwable cause = fault instanceof CompletionException ? fault.getCause() : fault;
        reply(GrpcReply.refused(faultEnding(cause == null ? fault : cause)));
      }
    } catch (OutOfMemoryError e) {
      tracer.timeOut(); // there is no memory to say more
    }
  }

  private GrpcReply<A> malformedReply(String why) {
    return GrpcReply.refused(new Ending.Refused("the request cannot be read: " + why));
  }

  private void reply(GrpcReply<A> reply) {
    answeredAt = System.nanoTime(); // before others see that it is over
    if (!over.compareAndSet(false, true)) {
      return;
    }
    stopReceiving();
    if (callerGone) {
      reportLost(reply.summary());
      return;
    }
    A answer = reply.answer();
    StatusWithTrailers refusal = reply.refusal();
    if (answer != null && hasRoomFor(answer)) {
      send(answer);
      report(reply.summary(), Status.Code.OK, answer.getSerializedSize());
      return;
    }
    if (answer != null) {
      refusal = StatusWithTrailers.of(calls.admission().exhaustedBudget().ending());
    }
    if (refusal != null) {
      refusal.trailers().put(ServedMethod.ID, request.id());
      call.close(refusal.status(), refusal.trailers());
      report(reply.summary(), refusal.status().getCode(), 0);
    }
  }

  /** Holds the answer until its caller has read it, if there is room. */
  private boolean hasRoomFor(A answer) {
    try {
      claim.holdAnswer(answer.getSerializedSize());
      return true;
    } catch (NothingRanException e) {
      return false;
    }
  }

  private void send(A answer) {
    var headers = new Metadata();
    headers.put(ServedMethod.ID, request.id());
    if (compressed && answer.getSerializedSize() >= Gzip.MIN_PACKED_SIZE) {
      call.setCompression("gzip"); // if the caller reads it; who sends it surely does
    }
    call.sendHeaders(headers);
    call.sendMessage(answer);
    call.close(Status.OK, new Metadata());
  }

  private void report(GrpcReply.CallSummary summary, Status.Code code, long bytesOut) {
    calls
        .callListener()
        .completed(
            new CompletedCall(
                request,
                summary.function(),
                code.name(),
                summary.ending(),
                Duration.ofNanos(System.nanoTime() - startedAt),
                summary.timing(),
                claim.received(),
                bytesOut,
                summary.results()));
  }

  @Override
  public void onComplete() {
    end();
  }

  /** The caller went away, or its deadline passed. */
  @Override
  public void onCancel() {
    callerGone = true;
    cancellation.cancel(); // and so it ends, and tells what ran
    if (over.compareAndSet(false, true)) {
      reportLost(GrpcReply.CallSummary.of(PAST_DEADLINE));
    }
    end();
  }

  /** Reports a call whose caller is gone. */
  private void reportLost(GrpcReply.CallSummary summary) {
    boolean late = isPastDeadline();
    Ending ending = late ? PAST_DEADLINE : new Ending.Cancelled();
    report(
        new GrpcReply.CallSummary(ending, summary.function(), summary.timing(), summary.results()),
        late ? Status.Code.DEADLINE_EXCEEDED : Status.Code.CANCELLED,
        0);
  }

  /** A caller whose time is up goes by its own clock, which runs a little ahead of ours. */
  private boolean isPastDeadline() {
    Instant soon = Instant.now().plusMillis(CLOCK_TOLERANCE_MILLIS);
    return tracer.deadline().filter(soon::isAfter).isPresent();
  }

  private void stopReceiving() {
    if (receiving.compareAndSet(true, false)) {
      calls.messageReceived();
    }
  }

  private void end() {
    stopReceiving();
    claim.close();
    calls.remove(this);
  }
}
