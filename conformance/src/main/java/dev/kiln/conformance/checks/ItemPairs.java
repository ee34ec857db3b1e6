package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Pairs the returned items with those that were sent. A function may have renamed, moved or removed
 * some.
 */
final class ItemPairs {
  static final String ANNOTATION = "internal.config.kubernetes.io/";
  static final String PROBE = ANNOTATION + "kiln-probe";

  /** What tells an item from others, the surest first; empty: it does not. */
  private static final List<Function<DocumentValue, String>> KEYS =
      List.of(ItemPairs::name, item -> annotation(item, PROBE), ItemPairs::file);

  private ItemPairs() {}

  /** An item before and after. */
  record Pair(DocumentValue before, DocumentValue after) {}

  static List<Pair> of(List<DocumentValue> before, List<DocumentValue> after) {
    var pairs = new ArrayList<Pair>();
    for (DocumentValue item : before) {
      KEYS.stream()
          .filter(key -> !key.apply(item).isEmpty())
          .flatMap(key -> findOnly(key, item, before, after).stream())
          .findFirst()
          .ifPresent(found -> pairs.add(new Pair(item, found)));
    }
    return pairs;
  }

  /** If just one has the mark, before and after. */
  private static List<DocumentValue> findOnly(
      Function<DocumentValue, String> key,
      DocumentValue item,
      List<DocumentValue> before,
      List<DocumentValue> after) {
    String wanted = key.apply(item);
    boolean isAlone = before.stream().filter(each -> key.apply(each).equals(wanted)).count() == 1;
    List<DocumentValue> found =
        after.stream().filter(each -> key.apply(each).equals(wanted)).toList();
    return isAlone && found.size() == 1 ? found : List.of();
  }

  static String annotation(DocumentValue item, String name) {
    return item.text("metadata", "annotations", name);
  }

  private static String name(DocumentValue item) {
    return item.text("apiVersion")
        + "|"
        + item.text("kind")
        + "|"
        + item.text("metadata", "namespace")
        + "|"
        + item.text("metadata", "name");
  }

  private static String file(DocumentValue item) {
    String path = annotation(item, ANNOTATION + "path");
    return path.isEmpty() ? "" : path + "|" + annotation(item, ANNOTATION + "index");
  }
}
