package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call: a message, or a status other than OK.
 *
 * @param answer the message; null if there is none and {@code refusal} says why
 * @param summary the summary for the log of calls
 */
record GrpcReply<A>(@Nullable A answer, @Nullable StatusWithTrailers refusal, CallSummary summary) {

  /** What the listeners learn about a call beside its envelope. */
  record CallSummary(
      Ending ending, String function, Timing timing, Map<Severity, Integer> results) {
    static CallSummary of(Outcome outcome) {
      return new CallSummary(
          outcome.ending(),
          outcome.function(),
          outcome.timing(),
          CompletedCall.counts(outcome.results()));
    }

    static CallSummary of(Ending ending) {
      return new CallSummary(ending, "", Timing.NONE, Map.of());
    }
  }

  static <A> GrpcReply<A> with(A answer, CallSummary summary) {
    return new GrpcReply<>(answer, null, summary);
  }

  static <A> GrpcReply<A> refused(StatusWithTrailers refusal, CallSummary summary) {
    return new GrpcReply<>(null, refusal, summary);
  }

  /** The answer to a call whose ending is no answer of the method. */
  static <A> GrpcReply<A> refused(Ending ending) {
    return refused(StatusWithTrailers.of(ending), CallSummary.of(ending));
  }
}
