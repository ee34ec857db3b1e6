package dev.kiln.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table row of one list size, and the limits that it must meet. */
record Row(int size, Cost every, Cost one, Cost none, Cost scan, Kyaml.Run kyaml, boolean byCpu) {
  private static final int JUDGED_FROM = 20_000;
  private static final double MEGABYTES = 150;
  private static final double TIMES_KYAML = 15;
  private static final double ALLOCATED = 4;
  private static final double ONE_IN_A_THOUSAND = 1.7 * MEGABYTES;

  static final String HEAD =
      """
      | list | every item, MB/s | kyaml, MB/s | times kyaml | allocated per byte | kyaml's | one item of a thousand, MB/s | none, MB/s | scan, MB/s | kyaml's peak, MB |
      |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
      """;

  String markdown() {
    return String.format(
        Locale.ROOT,
        "| %s | %.0f | %.1f | %.0f | %.2f | %.0f | %.0f | %.0f | %.0f | %.0f |%n",
        name(),
        rate(every),
        rate(kyaml.cost()),
        timesKyaml(),
        every.alloc(),
        kyaml.cost().alloc(),
        rate(one),
        rate(none),
        rate(scan),
        kyaml.residentBytes() / 1e6);
  }

  /** The limits that this size misses, one line each. */
  List<String> missed() {
    var missed = new ArrayList<String>();
    if (size >= JUDGED_FROM) {
      atLeast(missed, "MB/s with every item changed", rate(every), MEGABYTES);
      atLeast(missed, "times kyaml", timesKyaml(), TIMES_KYAML);
      if (every.alloc() > ALLOCATED) {
        missed.add(line("bytes allocated per byte", every.alloc(), "at most", ALLOCATED));
      }
      atLeast(missed, "MB/s with one item of a thousand changed", rate(one), ONE_IN_A_THOUSAND);
    }
    return missed;
  }

  private void atLeast(List<String> missed, String what, double found, double least) {
    if (found < least) {
      missed.add(line(what, found, "at least", least));
    }
  }

  private String line(String what, double found, String relation, double bound) {
    return String.format(
        Locale.ROOT, "%s: %.1f %s (must: %s %.1f)", name(), found, what, relation, bound);
  }

  private double timesKyaml() {
    return rate(every) / rate(kyaml.cost());
  }

  private double rate(Cost cost) {
    return cost.rate(byCpu);
  }

  private String name() {
    return size >= 1_000_000 ? size / 1_000_000 + " MB" : size / 1_000 + " KB";
  }
}
