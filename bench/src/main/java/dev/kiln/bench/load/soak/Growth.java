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
    tell(grown, "bytes of heap", before.heapBytes(), after.heapBytes(), HEAP);
    tell(grown, "threads", before.threads(), after.threads(), THREADS);
    tell(grown, "descriptors", before.descriptors(), after.descriptors(), DESCRIPTORS);
    return grown;
  }

  private static void tell(List<String> grown, String what, long before, long after, long chance) {
    if (after - before > chance) {
      grown.add("%s: %d, then %d (must: at most %d more)".formatted(what, before, after, chance));
    }
  }
}
