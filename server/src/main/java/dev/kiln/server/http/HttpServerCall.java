package dev.kiln.server.http;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.Cancellation;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A valid request, from its head to its outcome. It holds a claim on the budget. */
final class HttpServerCall {
  private final Evaluator evaluator;
  private final RequestHead head;
  private final Budget.Claim claim;
  private final RequestBody body;
  private @Nullable Cancellation cancellation;

  private HttpServerCall(Evaluator evaluator, RequestHead ask, Budget.Claim claim) {
    this.evaluator = evaluator;
    this.head = ask;
    this.claim = claim;
    this.body = new RequestBody(claim, evaluator.limits().maxMessageBytes(), ask.length());
  }

  /** Claims room for the body, or refuses it. */
  static HttpServerCall open(Evaluator evaluator, RequestHead ask) throws RequestHead.Refused {
    if (ask.length() > evaluator.limits().maxMessageBytes()) {
      throw new RequestHead.Refused(Problem.of(evaluator.limits().tooLarge()));
    }
    Ending.Busy draining = evaluator.draining().orElse(null);
    if (draining != null) {
      throw new RequestHead.Refused(Problem.of(draining));
    }
    Budget budget = evaluator.budget();
    return budget
        .expect(Math.max(ask.length(), 0))
        .map(claim -> new HttpServerCall(evaluator, ask, claim))
        .orElseThrow(() -> new RequestHead.Refused(Problem.of(budget.spent())));
  }

  RequestHead head() {
    return head;
  }

  /** Adds a part of the body, or refuses it. */
  void add(ByteBuf part) throws RequestHead.Refused {
    switch (body.add(part)) {
      case ADDED -> {}
      case TOO_LARGE -> throw new RequestHead.Refused(Problem.of(evaluator.limits().tooLarge()));
      case NO_BUDGET -> throw new RequestHead.Refused(Problem.of(evaluator.budget().spent()));
    }
  }

  long received() {
    return body.size();
  }

  /** Submits the call; the answer comes on another thread. */
  void run(BiConsumer<Outcome, HttpReply> answer) {
    Invocation in = invocation();
    cancellation = in.cancellation();
    evaluator
        .submit(in)
        .thenAccept(
            outcome -> {
              try {
                HttpReply reply = HttpReply.of(outcome, in.log(), head);
                claim.resize(reply.body().length);
                answer.accept(outcome, reply);
              } catch (RuntimeException | OutOfMemoryError e) { // to be silent would be worse
                var fault = new Ending.Fault(e);
                Problem problem = Problem.of(fault);
                answer.accept(
                    Outcome.of(fault), HttpReply.of(problem, head.accept(), head.request()));
              }
            });
  }

  private Invocation invocation() {
    byte[] bytes = body.whole();
    Invocation in =
        head.packed()
            ? Invocation.packed(
                bytes, packed -> Gzip.unpack(packed, evaluator.limits(), evaluator.budget(), claim))
            : Invocation.of(bytes);
    in = in.answeredIn(head.accept().format());
    in = head.function() == null ? in : in.function(head.function());
    in = head.image() == null ? in : in.image(head.image());
    return head.timeout() == null ? in : in.by(Instant.now().plus(head.timeout()));
  }

  /** Cancels the call: its caller is gone. */
  void abandon() {
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
