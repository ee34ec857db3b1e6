package dev.kiln.bench.load.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells growth from chance. A thread or two is the JVM's own, which starts and ends its compilers
 * as it likes; two megabytes are less than what ten minutes of calls leave behind if each leaves
 * but a few bytes.
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
