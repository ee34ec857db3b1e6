package dev.kiln.server.admin;

import java.time.Duration;
import java.util.stream.Stream;

/** The buckets of the duration histograms: from a small list to the longest possible call. */
final class DurationBuckets {
  static final Duration[] DURATIONS =
      Stream.of(
              "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "1",
              "5", "30", "300")
          .map(seconds -> Duration.parse("PT" + seconds + "S"))
          .toArray(Duration[]::new);

  private DurationBuckets() {}
}
