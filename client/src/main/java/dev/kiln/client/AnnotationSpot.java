package dev.kiln.client;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where annotations can be written as lines into the text of an item, which is much faster than an
 * edit. Nearly all resources are written line by line; the others have no such place.
 *
 * @param root the line of the item's first key
 * @param top the line after which the annotations stand if they are to come first
 * @param end the line after which an edit would write them; 0 if that is within a block scalar
 * @param column the column of their keys, or of the key above them
 * @param step the indentation of their keys relative to the key above them; 0 if the item already
 *     has annotations
 */
record AnnotationSpot(int root, int top, int end, int column, int step) {
  /** Returns the place, or null if the item is not written line by line. */
  static @Nullable AnnotationSpot find(Node item) {
    Entry metadata = entry(item, "metadata");
    if (item.column() != 1
        || metadata == null
        || !isPlainMap(item)
        || !isBelow(metadata)
        || isOdd(item.toString())) {
      return null;
    }
    Node map = metadata.value();
    int key = metadata.key().line();
    Entry annotations = entry(map, "annotations");
    if (annotations == null) {
      int end = endsInBlockScalar(map) ? 0 : lastLine(map);
      return new AnnotationSpot(item.line(), key, end, map.column(), step(map));
    }
    Node own = annotations.value();
    if (!isBelow(annotations)
        || own.entries().stream().anyMatch(e -> InternalAnnotations.contains(e.name()))) {
      return null;
    }
    int line = annotations.key().line();
    return new AnnotationSpot(item.line(), line, line, own.column(), 0);
  }

  /** Returns the lines of annotations whose keys stand in a column. */
  static String lines(Map<String, String> annotations, int column) {
    var lines = new StringBuilder();
    String indent = " ".repeat(column - 1);
    for (var each : annotations.entrySet()) {
      lines.append(indent).append(each.getKey()).append(": '");
      lines.append(each.getValue().replace("'", "''")).append("'\n");
    }
    return lines.toString();
  }

  /** Returns the line with the key above annotations. */
  static String keyLine(int column) {
    return " ".repeat(column - 1) + "annotations:\n";
  }

  /** Whether a value can be written on one line. */
  static boolean isPlain(String value) {
    return value
        .chars()
        .noneMatch(c -> c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029);
  }

  /** Whether the text of a node ends with a block scalar. What follows might become part of it. */
  static boolean endsInBlockScalar(Node node) {
    Node last = node;
    while (last.size() > 0) {
      last = last.isMap() ? last.entries().getLast().value() : last.items().getLast();
    }
    return last.style() == Style.LITERAL || last.style() == Style.FOLDED;
  }

  private static int lastLine(Node node) {
    int line = node.line();
    for (byte each : node.bytes()) {
      line += each == '\n' ? 1 : 0;
    }
    return line;
  }

  /** Returns the indentation of the first map below these entries, as an edit would follow it. */
  private static int step(Node metadata) {
    for (Entry entry : metadata.entries()) {
      if (isBelow(entry)) {
        return entry.value().column() - metadata.column();
      }
    }
    return metadata.column() - 1;
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
