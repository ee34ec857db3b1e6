package dev.kiln.bench.load.callers;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of one run of h2load.
 *
 * @param millis from the first connection to the last answer
 * @param p50 in milliseconds, as p99
 */
public record Round(int calls, double millis, double p50, double p99) {
  private static final Pattern OUTPUT =
      Pattern.compile(
          "finished in (?<time>[0-9.]+)(?<unit>us|ms|s), .*\\R"
              + "requests: (?<total>\\d+) total, .*, (?<succeeded>\\d+) succeeded, .*\\R"
              + "status codes: (?<ok>\\d+) 2xx,");

  public double callsPerSecond() {
    return calls * 1e3 / millis;
  }

  /** How many calls take this long at the same rate. */
  public int callsIn(Duration time) {
    return (int) (callsPerSecond() * time.toMillis() / 1e3);
  }

  /**
   * Reads what h2load printed and its log, whose third column has the microseconds that each call
   * took.
   */
  static Round of(String output, List<String> log) {
    Matcher figures = OUTPUT.matcher(output);
    if (!figures.find()) {
      throw new IllegalStateException("h2load printed no figures:\n" + output);
    }
    String total = figures.group("total");
    if (!figures.group("succeeded").equals(total) || !figures.group("ok").equals(total)) {
      throw new IllegalStateException("calls failed:\n" + output);
    }
    double[] sorted =
        log.stream()
            .mapToDouble(line -> Long.parseLong(line.substring(line.lastIndexOf('\t') + 1)) / 1e3)
            .sorted()
            .toArray();
    return new Round(
        Integer.parseInt(total), millis(figures), percentile(sorted, 50), percentile(sorted, 99));
  }

  private static double millis(Matcher figures) {
    double unit =
        switch (figures.group("unit")) {
          case "us" -> 1e-3;
          case "ms" -> 1;
          default -> 1e3;
        };
    return Double.parseDouble(figures.group("time")) * unit;
  }

  /** The least duration that this percentage of the calls did not exceed. */
  private static double percentile(double[] sorted, int percent) {
    return sorted[Math.ceilDiv(percent * sorted.length, 100) - 1];
  }
}
