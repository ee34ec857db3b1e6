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

/** A request that can be meant, from its head to its outcome; holds its part of the budget. */
final class Exchange {
  private final Evaluator evaluator;
  private final Ask ask;
  private final Budget.Claim claim;
  private final Body body;
  private @Nullable Cancellation cancellation;

  private Exchange(Evaluator evaluator, Ask ask, Budget.Claim claim) {
    this.evaluator = evaluator;
    this.ask = ask;
    this.claim = claim;
    this.body = new Body(claim, evaluator.limits().maxMessageBytes(), ask.length());
  }

  /** Expects the body, or says why there is no room for it. */
  static Exchange open(Evaluator evaluator, Ask ask) throws Ask.Refused {
    if (ask.length() > evaluator.limits().maxMessageBytes()) {
      throw new Ask.Refused(Problem.of(evaluator.limits().tooLarge()));
    }
    Ending.Busy draining = evaluator.draining().orElse(null);
    if (draining != null) {
      throw new Ask.Refused(Problem.of(draining));
    }
    Budget budget = evaluator.budget();
    return budget
        .expect(Math.max(ask.length(), 0))
        .map(claim -> new Exchange(evaluator, ask, claim))
        .orElseThrow(() -> new Ask.Refused(Problem.of(budget.spent())));
  }

  Ask ask() {
    return ask;
  }

  /** Takes a part of the body, or says why it cannot. */
  void add(ByteBuf part) throws Ask.Refused {
    switch (body.add(part)) {
      case ADDED -> {}
      case TOO_LARGE -> throw new Ask.Refused(Problem.of(evaluator.limits().tooLarge()));
      case NO_BUDGET -> throw new Ask.Refused(Problem.of(evaluator.budget().spent()));
    }
  }

  long received() {
    return body.size();
  }

  /** Hands the call over; the answer comes on another thread. */
  void run(BiConsumer<Outcome, Reply> answer) {
    Invocation in = invocation();
    cancellation = in.cancellation();
    evaluator
        .submit(in)
        .thenAccept(
            outcome -> {
              try {
                Reply reply = Reply.of(outcome, in.log(), ask);
                claim.resize(reply.body().length);
                answer.accept(outcome, reply);
              } catch (RuntimeException | OutOfMemoryError e) { // to be silent would be worse
                var fault = new Ending.Fault(e);
                Problem problem = Problem.of(fault);
                answer.accept(Outcome.of(fault), Reply.of(problem, ask.accept(), ask.request()));
              }
            });
  }

  private Invocation invocation() {
    byte[] bytes = body.whole();
    Invocation in =
        ask.packed()
            ? Invocation.packed(
                bytes, packed -> Gzip.unpack(packed, evaluator.limits(), evaluator.budget(), claim))
            : Invocation.of(bytes);
    in = in.answeredIn(ask.accept().format());
    in = ask.function() == null ? in : in.function(ask.function());
    in = ask.image() == null ? in : in.image(ask.image());
    return ask.timeout() == null ? in : in.by(Instant.now().plus(ask.timeout()));
  }

  /** Nobody waits for the answer any more. */
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
