package dev.kiln.client;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where annotations can be written as lines into the text of an item, which is much faster than an
 * edit. Nearly all resources are written line by line; the others have no such place. Positions
 * count the bytes of the text.
 *
 * @param root the item's first key
 * @param top the end of the line after which the annotations stand if they are to come first
 * @param end the end of the line after which an edit would write them; 0 if that is within a block
 *     scalar
 * @param column the column of their keys, or of the key above them
 * @param step the indentation of their keys relative to the key above them; 0 if the item already
 *     has annotations
 */
record AnnotationSpot(int root, int top, int end, int column, int step) {
  /** Returns the place, or null if the item is not written line by line. */
  static @Nullable AnnotationSpot find(Node item) {
    Node metadata = item.at("metadata");
    if (metadata == null || !item.isOwnText()) {
      return null;
    }
    byte[] text = item.sourceText();
    if (column(text, item.start()) != 1
        || !isPlainMap(item)
        || !isBelow(text, metadata)
        || isOdd(text)) {
      return null;
    }
    Node annotations = metadata.at("annotations");
    if (annotations == null) {
      int end = endsInBlockScalar(metadata) ? 0 : lineEnd(text, metadata.end());
      return new AnnotationSpot(
          item.start(),
          lineEnd(text, metadata.keyEnd()),
          end,
          column(text, metadata.start()),
          step(text, metadata));
    }
    if (!isBelow(text, annotations) || hasInternal(annotations)) {
      return null;
    }
    int end = lineEnd(text, annotations.keyEnd());
    return new AnnotationSpot(item.start(), end, end, column(text, annotations.start()), 0);
  }

  private static boolean hasInternal(Node annotations) {
    for (Entry entry : annotations.entries()) {
      if (InternalAnnotations.contains(entry.name())) {
        return true;
      }
    }
    return false;
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

  /** Whether each of these values can be written on one line. */
  static boolean arePlain(Collection<String> values) {
    for (String value : values) {
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the text of a node ends with a block scalar. What follows might become part of it. */
  static boolean endsInBlockScalar(Node node) {
    Node last = node;
    while (last.size() > 0) {
      last = last.isMap() ? last.entries().getLast().value() : last.items().getLast();
    }
    return last.style() == Style.LITERAL || last.style() == Style.FOLDED;
  }

  /** Returns the position of the line break that ends a line, or the end of the text. */
  static int lineEnd(byte[] text, int at) {
    int end = at;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Returns the column of a byte that only spaces precede on its line, from 1. */
  private static int column(byte[] text, int at) {
    int start = at;
    while (start > 0 && text[start - 1] != '\n') {
      start--;
    }
    return at - start + 1;
  }

  /** Returns the indentation of the first map below these entries, as an edit would follow it. */
  private static int step(byte[] text, Node metadata) {
    int column = column(text, metadata.start());
    for (Entry entry : metadata.entries()) {
      if (isBelow(text, entry.value())) {
        return column(text, entry.value().start()) - column;
      }
    }
    return column - 1;
  }

  private static boolean isPlainMap(Node map) {
    return map.isMap()
        && map.style() == Style.BLOCK
        && map.anchor().isEmpty()
        && map.tag().isEmpty();
  }

  /** Whether the value is a map on the lines below its key. */
  private static boolean isBelow(byte[] text, Node value) {
    int at = value.start();
    while (at > 0 && text[at - 1] == ' ') {
      at--;
    }
    return at > 0 && text[at - 1] == '\n' && isPlainMap(value);
  }

  /**
   * Whether the text has document markers, unusual line breaks, or entries that come from
   * elsewhere.
   */
  private static boolean isOdd(byte[] text) {
    for (int i = 0; i < text.length; i++) {
      boolean odd =
          switch (text[i]) {
            case '\r', BYTE_ORDER_MARK -> true;
            case '<' -> isNext(text, i, '<');
            case '?' -> isNext(text, i, ' ') || isNext(text, i, '\n');
            case '%' -> isLineStart(text, i);
            case '-', '.' ->
                isLineStart(text, i) && isNext(text, i, text[i]) && isNext(text, i + 1, text[i]);
            default -> false;
          };
      if (odd) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLineStart(byte[] text, int at) {
    return at == 0 || text[at - 1] == '\n';
  }

  private static boolean isNext(byte[] text, int at, int expected) {
    return at + 1 < text.length && text[at + 1] == expected;
  }

  /** The first byte of a byte order mark in UTF-8, and of few other characters. */
  private static final byte BYTE_ORDER_MARK = (byte) 0xEF;
}
