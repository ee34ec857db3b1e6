package dev.kiln.bench.load.callers;

/**
 * The figures of one round of calls.
 *
 * @param nanos from the first request to the last answer
 * @param wrong how many answers were not the expected one
 * @param firstWrong what was wrong with the first of those; empty if there is none
 */
public record Round(Latencies latencies, long nanos, int wrong, String firstWrong) {
  public int calls() {
    return latencies.count();
  }

  public double callsPerSecond() {
    return calls() * 1e9 / nanos;
  }
}
