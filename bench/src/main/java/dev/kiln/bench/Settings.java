package dev.kiln.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The arguments of bench/run. */
record Settings(Path peer, List<Integer> sizes, int warm, int rounds, boolean byCpu) {
  static final String USAGE =
      """
      usage: bench/run [--quick] [--cpu] [--sizes BYTES,BYTES...]

        --quick   two sizes and fewer rounds: a look, no record
        --cpu     judge by processor time, for a machine that others are using
        --sizes   these sizes only, for example 20000,2000000
      """;

  static final Duration ROUND = Duration.ofSeconds(1);

  private static final List<Integer> ALL = List.of(2_000, 20_000, 200_000, 2_000_000, 20_000_000);
  private static final List<Integer> QUICK = List.of(20_000, 2_000_000);

  Settings {
    sizes = List.copyOf(sizes);
  }

  /** Reads the arguments. The first is the peer's program. */
  static Settings of(String... args) {
    if (args.length == 0) {
      throw new IllegalArgumentException(USAGE);
    }
    var settings = new Settings(Path.of(args[0]), ALL, 10, 5, false);
    for (int i = 1; i < args.length; i++) {
      settings =
          switch (args[i]) {
            case "--quick" -> settings.withFewerRounds();
            case "--cpu" -> settings.withCpuRates();
            case "--sizes" -> settings.withSizes(i + 1 < args.length ? args[++i] : "");
            default -> throw new IllegalArgumentException(args[i] + " is no option\n" + USAGE);
          };
    }
    return settings;
  }

  private Settings withFewerRounds() {
    return new Settings(peer, sizes.equals(ALL) ? QUICK : sizes, warm / 2, 3, byCpu);
  }

  /** Uses a longer warm-up, because the compiler is slower on a busy machine. */
  private Settings withCpuRates() {
    return new Settings(peer, sizes, 4 * warm, rounds, true);
  }

  private Settings withSizes(String list) {
    if (!list.matches("[1-9][0-9]{2,8}(,[1-9][0-9]{2,8})*")) {
      throw new IllegalArgumentException("--sizes: " + list + " (expected: bytes)\n" + USAGE);
    }
    List<Integer> chosen = List.of(list.split(",")).stream().map(Integer::valueOf).toList();
    return new Settings(peer, chosen, warm, rounds, byCpu);
  }
}
