package dev.kiln.bench.load;

import dev.kiln.bench.load.servers.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The arguments of bench/load.
 *
 * @param go the Go server's program
 * @param otherClassPath the classes of another Kiln, which is measured as well
 * @param soak the duration of the mixed load that runs instead of the comparison
 * @param distribution the command whose first calls are measured instead of the comparison
 */
record Settings(
    Path go,
    Pace pace,
    Optional<String> otherClassPath,
    Optional<Duration> soak,
    Optional<Path> distribution) {
  static final String USAGE =
      """
      usage: bench/load [--quick] [--against CHECKOUT]
             bench/load --soak DURATION
             bench/load [--quick] --first-calls KILN

        --quick     fewer and shorter rounds: a look, no record
        --against   measures the Kiln of another checkout as well; sh CHECKOUT/bench/prepare.sh builds it
        --soak      mixed load for so long instead, as 10m or 90s, and what has grown by then
        --first-calls   the first calls of a distribution's kiln instead, beside those of echoes
      """;

  /** Reads the arguments. The first is the Go server's program. */
  static Settings of(String... args) {
    if (args.length == 0) {
      throw new IllegalArgumentException(USAGE);
    }
    var settings =
        new Settings(
            Path.of(args[0]), Pace.FULL, Optional.empty(), Optional.empty(), Optional.empty());
    for (int i = 1; i < args.length; i++) {
      settings =
          switch (args[i]) {
            case "--quick" -> settings.withPace(Pace.QUICK);
            case "--against" -> settings.withOther(i + 1 < args.length ? args[++i] : "");
            case "--first-calls" -> settings.withDistribution(i + 1 < args.length ? args[++i] : "");
            case "--soak" -> settings.withSoak(i + 1 < args.length ? args[++i] : "");
            default -> throw new IllegalArgumentException(args[i] + " is no option\n" + USAGE);
          };
    }
    return settings;
  }

  private Settings withPace(Pace other) {
    return new Settings(go, other, otherClassPath, soak, distribution);
  }

  private Settings withOther(String checkout) {
    try {
      String classPath = Servers.classPathOf(Path.of(checkout));
      return new Settings(go, pace, Optional.of(classPath), soak, distribution);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--against: %s (expected: a checkout that sh %1$s/bench/prepare.sh has built)%n%s"
              .formatted(checkout, USAGE),
          e);
    }
  }

  private Settings withSoak(String time) {
    if (!time.matches("[1-9][0-9]{0,3}[sm]")) {
      throw new IllegalArgumentException(
          "--soak: %s (expected: a duration, as 10m or 90s)%n%s".formatted(time, USAGE));
    }
    var duration = Duration.parse("PT" + time);
    return new Settings(go, pace, otherClassPath, Optional.of(duration), distribution);
  }

  private Settings withDistribution(String kiln) {
    if (!Files.isExecutable(Path.of(kiln))) {
      throw new IllegalArgumentException(
          "--first-calls: %s (expected: bin/kiln of a distribution)%n%s".formatted(kiln, USAGE));
    }
    return new Settings(go, pace, otherClassPath, soak, Optional.of(Path.of(kiln)));
  }
}
