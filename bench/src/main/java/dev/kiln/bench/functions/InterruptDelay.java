package dev.kiln.bench.functions;

import dev.kiln.sdk.Format;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Interrupts each function at several moments of its work on 100,000 items, entries or containers,
 * and prints how long it goes on: the longest and the median of these times.
 *
 * <p>Arguments: {@code --json} for lists in JSON, on one line; a text, to run only the tasks whose
 * names contain it.
 */
final class InterruptDelay {
  private static final int SIZE = 100_000;
  private static final int MOMENTS = 12;

  /** How long a call may go on. */
  private static final double MOST_MILLIS = 100;

  private InterruptDelay() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.println("| function | many | takes, ms | longest, ms | median, ms |");
    System.out.println("|---|---|---:|---:|---:|");
    var arguments = new ArrayList<>(List.of(args));
    Format format = arguments.remove("--json") ? Format.JSON : Format.YAML;
    boolean met = true;
    for (GrowthTask task : GrowthTask.named(arguments, format)) {
      met &= measure(task, task.list(SIZE, format));
    }
    System.out.println(met ? "met: all limits" : "missed: a function goes on for too long");
    System.exit(met ? 0 : 1);
  }

  private static boolean measure(GrowthTask task, byte[] list) throws InterruptedException {
    task.run(list);
    long start = System.nanoTime();
    task.run(list);
    double whole = millisSince(start);
    var delays = new ArrayList<Double>();
    for (int i = 0; i < MOMENTS; i++) {
      System.gc();
      delays.add(delay(task, list, (long) (whole * (i + 0.5) / MOMENTS)));
    }
    delays.sort(null);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %.1f | %.1f |",
            task.name(),
            whole,
            delays.getLast(),
            delays.get(MOMENTS / 2)));
    return delays.getLast() <= MOST_MILLIS;
  }

  private static double delay(GrowthTask task, byte[] list, long millis)
      throws InterruptedException {
    var call = new Thread(() -> runQuietly(task, list));
    call.start();
    call.join(Math.max(1, millis));
    long start = System.nanoTime();
    call.interrupt();
    call.join();
    return millisSince(start);
  }

  private static void runQuietly(GrowthTask task, byte[] list) {
    try {
      task.run(list);
    } catch (CallInterrupted | IllegalStateException _) {
      // this is how an interrupted call ends
    }
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
