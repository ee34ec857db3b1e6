package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.Answered;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a call is answered.
 *
 * @param answer the message; null if there is none and {@code refusal} says why
 * @param said what the journal hears of it
 */
record Reply<A>(@Nullable A answer, @Nullable Refusal refusal, Said said) {

  /** What the journal hears beside the envelope's matters. */
  record Said(Ending ending, String function, Timing timing, Map<Severity, Integer> results) {
    static Said of(Outcome outcome) {
      return new Said(
          outcome.ending(),
          outcome.function(),
          outcome.timing(),
          Answered.counts(outcome.results()));
    }

    static Said of(Ending ending) {
      return new Said(ending, "", Timing.NONE, Map.of());
    }
  }

  static <A> Reply<A> with(A answer, Said said) {
    return new Reply<>(answer, null, said);
  }

  static <A> Reply<A> refused(Refusal refusal, Said said) {
    return new Reply<>(null, refusal, said);
  }

  /** The answer to a call whose ending is no answer of the method. */
  static <A> Reply<A> refused(Ending ending) {
    return refused(Refusal.of(ending), Said.of(ending));
  }
}
