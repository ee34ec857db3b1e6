package dev.kiln.client;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.ParallelFor;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Joins the texts of a package's items into one list and adds their annotations. It works line by
 * line, because one edit for each annotation of each item could take longer than all functions
 * together. Nearly all resources are written in a plain way; the others are edited.
 */
final class ListText {
  private static final String INDENT = "  ";

  private static final String HEAD =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n";

  private final StringBuilder text = new StringBuilder();

  private ListText() {}

  /**
   * Returns a list with these items.
   *
   * @param ids whether each item gets an id: its number, from 1
   */
  static ResourceList of(List<PackageItem> items, boolean ids) {
    if (items.isEmpty()) {
      return ResourceList.of();
    }
    var texts = new StringBuilder[items.size()];
    ParallelFor.each(
        texts.length,
        i -> {
          PackageItem item = items.get(i);
          var text = new ListText();
          if (!ids && !item.separatorComments().isEmpty()) {
            text.text.append(item.separatorComments()).append("\n\n");
          }
          text.add(
              item.resource(),
              ItemAnnotations.of(item.path(), item.index(), ids ? "" + (i + 1) : ""));
          texts[i] = text.text;
        });
    var list = new StringBuilder(HEAD);
    for (StringBuilder text : texts) {
      list.append(text);
    }
    return ResourceList.parse(list.toString());
  }

  private void add(Resource item, Map<String, String> marks) {
    Spot spot = Spot.find(item.node());
    if (spot == null || !marks.values().stream().allMatch(ListText::isPlain)) {
      text.append(Yaml.of(List.of(item.withAnnotations(marks).node())));
      return;
    }
    String own = item.toString();
    int line = 0;
    for (String each :
        own.substring(0, own.length() - (own.endsWith("\n") ? 1 : 0)).split("\n", -1)) {
      line++;
      if (line == spot.root) {
        text.append("- ").append(each).append('\n');
      } else if (line > spot.root && !each.isEmpty()) {
        text.append(INDENT).append(each).append('\n');
      } else if (line > spot.root || isComment(each) || (each.isBlank() && !text.isEmpty())) {
        text.append(each).append('\n');
      }
      if (line == spot.marks) {
        put(spot, marks);
      }
    }
  }

  private void put(Spot spot, Map<String, String> marks) {
    String own = INDENT + " ".repeat(spot.column - 1);
    if (spot.first) {
      text.append(own).append("annotations:\n");
      own += INDENT;
    }
    for (var mark : marks.entrySet()) {
      text.append(own).append(mark.getKey()).append(": '");
      text.append(mark.getValue().replace("'", "''")).append("'\n");
    }
  }

  private static boolean isComment(String line) {
    return line.startsWith("#");
  }

  private static boolean isPlain(String value) {
    return value
        .chars()
        .noneMatch(c -> c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029);
  }

  /**
   * Where to write an item's annotations.
   *
   * @param root the line of its first key
   * @param marks the line after which they stand
   * @param column the column of their keys, or of the key above them
   * @param first whether the item has no annotations yet
   */
  private record Spot(int root, int marks, int column, boolean first) {
    /** Returns the place, or null if the item is not written line by line. */
    static @Nullable Spot find(Node item) {
      Entry metadata = entry(item, "metadata");
      if (item.column() != 1
          || metadata == null
          || !isPlainMap(item)
          || !isBelow(metadata)
          || isOdd(item.toString())
          || endsInBlockScalar(item)) {
        return null;
      }
      Entry annotations = entry(metadata.value(), "annotations");
      if (annotations == null) {
        int column = metadata.value().column();
        return new Spot(item.line(), metadata.key().line(), column, true);
      }
      boolean marked =
          annotations.value().entries().stream()
              .anyMatch(e -> InternalAnnotations.contains(e.name()));
      return !isBelow(annotations) || marked
          ? null
          : new Spot(item.line(), annotations.key().line(), annotations.value().column(), false);
    }

    /**
     * Whether the text ends with a block scalar, so that a line break after it would become part of
     * the value.
     */
    private static boolean endsInBlockScalar(Node item) {
      if (item.toString().endsWith("\n")) {
        return false;
      }
      Node last = item;
      while (last.size() > 0) {
        last = last.isMap() ? last.entries().get(last.size() - 1).value() : last.items().getLast();
      }
      return last.style() == Style.LITERAL || last.style() == Style.FOLDED;
    }

    private static @Nullable Entry entry(Node map, String name) {
      for (Entry entry : map.entries()) {
        if (entry.name().equals(name)) {
          return entry;
        }
      }
      return null;
    }

    private static boolean isPlainMap(Node map) {
      return map.isMap()
          && map.style() == Style.BLOCK
          && map.anchor().isEmpty()
          && map.tag().isEmpty();
    }

    /** Whether the value is a map on the lines below its key. */
    private static boolean isBelow(Entry entry) {
      Node value = entry.value();
      return isPlainMap(value) && value.size() > 0 && value.line() > entry.key().line();
    }

    /**
     * Whether the text has document markers, unusual line breaks, or entries that come from
     * elsewhere.
     */
    private static boolean isOdd(String text) {
      for (String mark : ODD) {
        if (text.contains(mark)) {
          return true;
        }
      }
      return text.startsWith("---") || text.startsWith("%");
    }

    private static final List<String> ODD =
        List.of("\r", "\ufeff", "\n---", "\n...", "\n%", "<<", "? ", "?\n");
  }
}
