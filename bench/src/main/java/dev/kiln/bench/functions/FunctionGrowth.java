package dev.kiln.bench.functions;

import dev.kiln.sdk.Format;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs each function on lists of 1,000, 10,000 and 100,000 items, entries of the functionConfig,
 * entries of one map, or containers, from bytes to bytes, and prints how its processor time grows.
 * The young generation must hold all that a run allocates: copies of what a run holds on to are the
 * collector's time and not the function's, and memory that the system gives anew costs more.
 *
 * <p>Arguments: {@code --json} for lists in JSON, on one line; a text, to run only the tasks whose
 * names contain it.
 */
final class FunctionGrowth {
  private static final int[] SIZES = {1_000, 10_000, 100_000};

  /** How many times as long a function may take on a list that is ten times as long. */
  private static final double MOST_GROWTH = 12;

  /** Each size is measured for about as long, but at least this many times. */
  private static final int LEAST_RUNS = 5;

  private static final long NANOS_PER_SIZE = 600_000_000;
  private static final int MOST_RUNS = 60;

  /** Compiles the code, so that the smallest list is not measured in the interpreter. */
  private static final int WARM_UP_SIZE = 10_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private FunctionGrowth() {}

  public static void main(String[] args) {
    System.out.println(
        "| function | many | 1,000: ms | 10,000: ms | times | 100,000: ms | times |");
    System.out.println("|---|---|---:|---:|---:|---:|---:|");
    var arguments = new ArrayList<>(List.of(args));
    Format format = arguments.remove("--json") ? Format.JSON : Format.YAML;
    boolean met = true;
    for (GrowthTask task : GrowthTask.named(arguments, format)) {
      met &= measure(task, format);
    }
    System.out.println(met ? "met: all limits" : "missed: a function is over a limit");
    System.exit(met ? 0 : 1);
  }

  /** Stops at the first size that takes too long, because the next one might take hours. */
  private static boolean measure(GrowthTask task, Format format) {
    var line = new StringBuilder("| " + task.name());
    fastest(task, task.list(WARM_UP_SIZE, format));
    double before = 0;
    boolean met = true;
    for (int i = 0; i < SIZES.length && met; i++) {
      double ms = fastest(task, task.list(SIZES[i], format)) / 1e6;
      line.append(String.format(Locale.ROOT, " | %.1f", ms));
      if (i > 0) {
        line.append(String.format(Locale.ROOT, " | %.1f", ms / before));
        met = ms <= MOST_GROWTH * before;
      }
      before = ms;
    }
    System.out.println(line + " |");
    return met;
  }

  /** The processor time of the fastest run, in nanoseconds. */
  private static long fastest(GrowthTask task, byte[] list) {
    long best = Long.MAX_VALUE;
    long all = 0;
    for (int i = 0; i < LEAST_RUNS || (i < MOST_RUNS && all < NANOS_PER_SIZE); i++) {
      System.gc(); // so that a run does not pay for another one
      long collections = collections();
      long start = THREADS.getCurrentThreadCpuTime();
      task.run(list);
      long nanos = THREADS.getCurrentThreadCpuTime() - start;
      if (collections() != collections) {
        throw new IllegalStateException(task + ": the young generation is too small for one run");
      }
      best = Math.min(best, nanos);
      all += nanos;
    }
    return best;
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
