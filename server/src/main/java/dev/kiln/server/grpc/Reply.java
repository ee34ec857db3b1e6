package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.EnumMap;
import java.util.List;
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
      return new Said(outcome.ending(), outcome.function(), outcome.timing(), counts(outcome));
    }

    private static Map<Severity, Integer> counts(Outcome outcome) {
      return outcome.results().isEmpty() ? Map.of() : counted(outcome.results());
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

  static Map<Severity, Integer> counted(List<Result> results) {
    var counts = new EnumMap<Severity, Integer>(Severity.class);
    results.forEach(result -> counts.merge(result.severity(), 1, Integer::sum));
    return counts;
  }
}
