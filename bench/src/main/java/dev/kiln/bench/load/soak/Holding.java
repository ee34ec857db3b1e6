package dev.kiln.bench.load.soak;

import dev.kiln.bench.load.servers.ProcessFigures;
import dev.kiln.bench.load.servers.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The resources that an idle host holds: live objects, threads, descriptors and memory. */
record Holding(long heapBytes, int threads, int descriptors, long residentBytes) {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration SETTLE_INTERVAL = Duration.ofMillis(500);
  private static final Pattern TOTAL =
      Pattern.compile("^Total\\s+\\d+\\s+(\\d+)", Pattern.MULTILINE);

  /** Waits until the host's connections are closed, collects garbage, and measures. */
  static Holding of(ServerProcess host) throws IOException, InterruptedException {
    awaitClosedConnections(host);
    histogram(host); // the first call starts the thread that serves jcmd
    long heap = liveBytes(histogram(host));
    ProcessFigures figures = host.figures();
    return new Holding(heap, figures.threads(), figures.descriptors(), figures.residentBytes());
  }

  private static void awaitClosedConnections(ServerProcess host) {
    long limit = System.nanoTime() + TIMEOUT.toNanos();
    int before;
    int now = host.figures().descriptors();
    do {
      before = now;
      LockSupport.parkNanos(SETTLE_INTERVAL.toNanos());
      now = host.figures().descriptors();
    } while (now < before && System.nanoTime() < limit);
  }

  /** Counts the reachable objects, which takes a full collection with any collector. */
  private static String histogram(ServerProcess host) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(host.pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    var output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jcmd.waitFor() != 0) {
      throw new IOException("jcmd: " + output);
    }
    return output;
  }

  static long liveBytes(String histogram) {
    Matcher total = TOTAL.matcher(histogram);
    if (!total.find()) {
      throw new IllegalStateException("a histogram without a total:\n" + histogram);
    }
    return Long.parseLong(total.group(1));
  }

  /** The resources that have grown beyond their tolerance, one line each. */
  List<String> grownSince(Holding before) {
    return Growth.between(before, this);
  }

  String line(String when) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %d | %d | %.0f |%n",
        when,
        heapBytes / 1e6,
        threads,
        descriptors,
        residentBytes / 1e6);
  }
}
