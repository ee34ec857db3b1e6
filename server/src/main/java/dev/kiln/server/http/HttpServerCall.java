package dev.kiln.server.http;

import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.sdk.BadInput;
import dev.kiln.server.admission.Admission;
import dev.kiln.server.admission.Gzip;
import dev.kiln.server.admission.MessageClaim;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A valid request, from its head to its outcome. It holds a claim on the budget. */
final class HttpServerCall {
  private final Evaluator evaluator;
  private final RequestHead head;
  private final PermittedCaller caller;
  private final ClientShare sender;
  private final MessageClaim claim;
  private @Nullable RequestBody body; // until the call runs
  private @Nullable Cancellation cancellation;

  private HttpServerCall(
      Evaluator evaluator,
      RequestHead head,
      PermittedCaller caller,
      ClientShare sender,
      MessageClaim claim) {
    this.evaluator = evaluator;
    this.head = head;
    this.caller = caller;
    this.sender = sender;
    this.claim = claim;
    this.body = new RequestBody(claim, head.length());
  }

  /** Claims room for the body, or refuses it. */
  static HttpServerCall open(
      Evaluator evaluator,
      Admission admission,
      RequestHead head,
      PermittedCaller caller,
      ClientShare sender)
      throws RequestHead.RefusedRequestException {
    try {
      MessageClaim claim = admission.openClaim(sender, head.length());
      return new HttpServerCall(evaluator, head, caller, sender, claim);
    } catch (NothingRanException e) {
      throw new RequestHead.RefusedRequestException(Problem.of(e.ending()));
    }
  }

  RequestHead head() {
    return head;
  }

  /** Adds a part of the body, or refuses it. */
  void add(ByteBuf part) throws RequestHead.RefusedRequestException {
    try {
      Objects.requireNonNull(body).add(part);
    } catch (NothingRanException e) {
      throw new RequestHead.RefusedRequestException(Problem.of(e.ending()));
    }
  }

  /** How many bytes of the body arrived. */
  long received() {
    return claim.received();
  }

  /**
   * Submits the call; the answer comes on another thread.
   *
   * @param startedAt when the first byte of the request came, by {@link System#nanoTime}
   */
  void run(long startedAt, BiConsumer<Outcome, HttpReply> answer) {
    Instant end = Instant.now().plusNanos(startedAt - System.nanoTime()).plus(timeout());
    Invocation in = invocation().withDeadline(end);
    cancellation = in.cancellation();
    evaluator
        .submit(in)
        .thenAccept(
            outcome -> {
              try {
                HttpReply reply = HttpReply.of(outcome, in.log(), head);
                claim.holdAnswer(reply.body().length);
                answer.accept(outcome, reply);
              } catch (NothingRanException e) {
                answerWith(e.ending(), answer);
              } catch (RuntimeException e) { // to be silent would be worse
                answerWith(new Ending.Fault(e), answer);
              } catch (OutOfMemoryError e) {
                answerWith(Limits.outOfMemory(true), answer);
              }
            });
  }

  private Duration timeout() {
    return evaluator.limits().timeout();
  }

  private void answerWith(Ending ending, BiConsumer<Outcome, HttpReply> answer) {
    answer.accept(
        Outcome.of(ending), HttpReply.of(Problem.of(ending), head.accept(), head.request()));
  }

  private Invocation invocation() {
    byte[] bytes = Objects.requireNonNull(body).toBytes();
    body = null; // the call lets go of the bytes when it has its answer
    Invocation in =
        head.packed()
            ? Invocation.packed(bytes, Gzip.announcedSize(bytes), this::unpacked)
            : Invocation.of(bytes);
    in = in.withCaller(caller).sentBy(sender).withAnswerFormat(head.accept().format());
    in = head.function() == null ? in : in.function(head.function());
    in = head.image() == null ? in : in.image(head.image());
    return head.timeout() == null ? in : in.withDeadline(Instant.now().plus(head.timeout()));
  }

  private byte[] unpacked(byte[] packed) {
    try (InputStream in = claim.unpack(packed)) {
      return in.readAllBytes();
    } catch (IOException e) {
      var bad = new BadInput("", "a body that is no whole gzip: " + e.getMessage(), "");
      throw new NothingRanException(new Ending.Unreadable("", bad));
    }
  }

  /** Cancels the call: its caller is gone. */
  void cancel() {
    if (cancellation != null) {
      cancellation.cancel();
    }
    close();
  }

  /** Gives the budget back. */
  void close() {
    claim.close();
  }
}
