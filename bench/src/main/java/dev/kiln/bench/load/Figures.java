package dev.kiln.bench.load;

import dev.kiln.bench.load.callers.Round;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The summary of some rounds: the medians of their rates and percentiles. A single round in which
 * the machine was busy with something else does not affect them.
 *
 * @param p50 in milliseconds, as p99
 * @param processor milliseconds of the server's processor time for one call
 * @param peakBytes the most memory that the server had resident so far
 */
record Figures(double callsPerSecond, double p50, double p99, double processor, long peakBytes) {
  static Figures of(List<Round> rounds, Duration processor, long peakBytes) {
    int calls = rounds.stream().mapToInt(Round::calls).sum();
    return new Figures(
        median(rounds, Round::callsPerSecond),
        median(rounds, Round::p50),
        median(rounds, Round::p99),
        processor.toNanos() / 1e6 / calls,
        peakBytes);
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> of) {
    double[] sorted = rounds.stream().mapToDouble(of).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
