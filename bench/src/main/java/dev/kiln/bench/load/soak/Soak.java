package dev.kiln.bench.load.soak;

import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Loads the host for a long time, and compares its resources at the end with those early on. */
public final class Soak {
  private static final Duration EARLY = Duration.ofMinutes(1);
  private static final String HEAD =
      """
      | | live heap, MB | threads | descriptors | resident, MB |
      |---|---:|---:|---:|---:|
      """;

  /** One connection cancels more calls here than a host accepts by default. */
  private static final String[] FLAGS = {
    "--max-message-bytes=" + Lists.MOST_BYTES, "--max-resets=1000000"
  };

  private final Duration time;
  private final Traffic traffic = new Traffic();

  public Soak(Duration time) {
    this.time = time;
  }

  /** Prints the figures; false if something grew, or if a call had an unexpected outcome. */
  public boolean run() throws IOException, InterruptedException {
    try (var host = Servers.kiln(Servers.CLASS_PATH, List.of(), FLAGS)) {
      Duration early = time.dividedBy(2).compareTo(EARLY) < 0 ? time.dividedBy(2) : EARLY;
      System.out.print(HEAD);
      Holding before = after(early, host);
      Holding after = after(time.minus(early), host);
      Map<String, Integer> wrong = traffic.unexpected();
      List<String> grown = after.grownSince(before);
      System.out.printf("%n%d calls%n", traffic.calls());
      wrong.forEach((what, times) -> System.out.printf("missed: %d calls: %s%n", times, what));
      grown.forEach(line -> System.out.println("missed: " + line));
      return wrong.isEmpty() && grown.isEmpty();
    }
  }

  private Holding after(Duration more, ServerProcess host)
      throws IOException, InterruptedException {
    traffic.run(host, more);
    Holding holding = Holding.of(host);
    System.out.print(holding.line("after %d calls".formatted(traffic.calls())));
    return holding;
  }
}
