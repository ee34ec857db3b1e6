package dev.kiln.yaml.node;

import dev.kiln.yaml.table.NodeKind;

/**
 * Limits how many nodes aliases may add to a text. The limit depends on the size of the text and is
 * that of the Go readers: a small text may consist almost only of aliases, a large one must have
 * few.
 */
final class AliasBudget {
  private static final long LENIENT_UP_TO = 400_000;
  private static final long STRICT_FROM = 4_000_000;

  private AliasBudget() {}

  /**
   * Counts the nodes with every alias expanded, and refuses a text that exceeds the budget.
   *
   * @return how many nodes the aliases add
   */
  static long check(YamlSource source) {
    var table = source.table;
    if (table.aliasCount == 0) {
      return 0;
    }
    var sizes = new long[table.size + 1]; // prefix sums of expanded sizes, by node index
    int alias = 0;
    long added = 0;
    for (int i = 0; i < table.size; ) {
      boolean collection = NodeKind.isCollection(table.kind(i));
      long own = 1;
      if (table.kind(i) == NodeKind.ALIAS) {
        int target = table.aliasTarget(alias++);
        own = target < 0 ? 1 : sizes[table.afterSubtree(target)] - sizes[target];
      }
      added += own - 1;
      sizes[i + 1] = sizes[i] + own;
      if (sizes[i + 1] > STRICT_FROM * 16 || exceedsBudget(sizes[i + 1], i + 1)) {
        throw source.error(
            table.start(i),
            "the aliases up to here stand for more than "
                + (sizes[i + 1] - i)
                + " values, far more than the text has (an alias bomb?)");
      }
      if (collection) {
        sizes[i + 2] = sizes[i + 1];
        i++;
      }
      i++;
    }
    return added;
  }

  /**
   * Whether the share of nodes that come from aliases exceeds the limit for a text of that size.
   */
  private static boolean exceedsBudget(long expanded, long written) {
    if (expanded <= LENIENT_UP_TO) {
      return expanded - written > 1000 && (double) (expanded - written) / expanded > 0.99;
    }
    double share =
        expanded >= STRICT_FROM
            ? 0.10
            : 0.99 - 0.89 * (expanded - LENIENT_UP_TO) / (double) (STRICT_FROM - LENIENT_UP_TO);
    return (double) (expanded - written) / expanded > share;
  }
}
