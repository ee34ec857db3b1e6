package dev.kiln.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The arguments of bench/load.
 *
 * @param go the Go server's program
 * @param soak the duration of the mixed load that runs instead of the comparison
 */
record Settings(Path go, Pace pace, Optional<Duration> soak) {
  static final String USAGE =
      """
      usage: bench/load [--quick | --soak DURATION]

        --quick   fewer and shorter rounds: a look, no record
        --soak    mixed load for so long instead, as 10m or 90s, and what has grown by then
      """;

  /** Reads the arguments. The first is the Go server's program. */
  static Settings of(String... args) {
    if (args.length == 0) {
      throw new IllegalArgumentException(USAGE);
    }
    var settings = new Settings(Path.of(args[0]), Pace.FULL, Optional.empty());
    for (int i = 1; i < args.length; i++) {
      settings =
          switch (args[i]) {
            case "--quick" -> new Settings(settings.go(), Pace.QUICK, settings.soak());
            case "--soak" -> settings.withSoak(i + 1 < args.length ? args[++i] : "");
            default -> throw new IllegalArgumentException(args[i] + " is no option\n" + USAGE);
          };
    }
    return settings;
  }

  private Settings withSoak(String time) {
    if (!time.matches("[1-9][0-9]{0,3}[sm]")) {
      throw new IllegalArgumentException(
          "--soak: %s (expected: a duration, as 10m or 90s)%n%s".formatted(time, USAGE));
    }
    return new Settings(go, pace, Optional.of(Duration.parse("PT" + time)));
  }
}
