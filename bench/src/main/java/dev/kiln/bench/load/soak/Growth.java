package dev.kiln.bench.load.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * Distinguishes real growth from noise. The JVM starts and ends a compiler thread or two on its
 * own. Two megabytes are less than ten minutes of calls would leak at a few bytes each.
 */
final class Growth {
  private static final long HEAP = 2_000_000;
  private static final int THREADS = 2;
  private static final int DESCRIPTORS = 1;

  private Growth() {}

  static List<String> between(Holding before, Holding after) {
    var grown = new ArrayList<String>();
    addIfGrown(grown, "bytes of heap", before.heapBytes(), after.heapBytes(), HEAP);
    addIfGrown(grown, "threads", before.threads(), after.threads(), THREADS);
    addIfGrown(grown, "descriptors", before.descriptors(), after.descriptors(), DESCRIPTORS);
    return grown;
  }

  private static void addIfGrown(
      List<String> grown, String what, long before, long after, long tolerance) {
    if (after - before > tolerance) {
      grown.add(
          "%s: %d, then %d (must: at most %d more)".formatted(what, before, after, tolerance));
    }
  }
}
