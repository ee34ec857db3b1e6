package dev.kiln.sdk;

import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes trees as JSON. It does not recurse, because a tree may be deeper than the call stack
 * allows.
 */
public final class Json {
  private final StringBuilder out = new StringBuilder();
  private final boolean canonical;
  private final Deque<Open> open = new ArrayDeque<>();

  /**
   * A map or list that is only partly written.
   *
   * @param entries the entries left to write, null for a list
   * @param items the items left to write, null for a map
   */
  private record Open(@Nullable Iterator<Entry> entries, @Nullable Iterator<Node> items) {}

  private Json(boolean canonical) {
    this.canonical = canonical;
  }

  /**
   * Writes the tree as JSON.
   *
   * @throws BadInput if JSON cannot express it
   */
  public static String toJson(Node node) {
    return new Json(false).write(node);
  }

  /** Lays JSON without blanks between its tokens out on lines, as people and tools write it. */
  public static String indented(String json) {
    return IndentedJson.of(json);
  }

  /**
   * Returns a text that two nodes share if a schema treats them as equal: 1 equals 1.0, and the
   * order of keys does not matter.
   */
  public static String canonical(Node node) {
    return new Json(true).write(node);
  }

  /** Null if the value is not a number, or is a number without digits, such as infinity. */
  public static @Nullable BigDecimal numberOf(Node value) {
    return switch (value.type()) {
      case INTEGER, FLOAT ->
          switch (value.value()) {
            case Long number -> BigDecimal.valueOf(number);
            case BigInteger number -> new BigDecimal(number);
            case BigDecimal number -> number;
            case null, default -> null;
          };
      case MAP, LIST, STRING, BOOLEAN, NULL -> null;
    };
  }

  private String write(Node root) {
    writeValue(root);
    while (!open.isEmpty()) {
      Open last = open.peek();
      if (last.entries() != null) {
        writeNextEntry(last.entries());
      } else if (last.items() != null) {
        writeNextItem(last.items());
      }
    }
    return out.toString();
  }

  private void writeNextEntry(Iterator<Entry> entries) {
    if (!entries.hasNext()) {
      out.append('}');
      open.pop();
      return;
    }
    writeComma('{');
    Entry entry = entries.next();
    writeKey(entry.key());
    out.append(':');
    writeValue(entry.value());
  }

  private void writeNextItem(Iterator<Node> items) {
    if (!items.hasNext()) {
      out.append(']');
      open.pop();
      return;
    }
    writeComma('[');
    writeValue(items.next());
  }

  private void writeComma(char opening) {
    if (out.charAt(out.length() - 1) != opening) {
      out.append(',');
    }
  }

  private void writeKey(Node key) {
    if (!key.isString() && !canonical) {
      throw new BadInput("", "key " + ValueText.of(key), "a text: JSON has no other keys", key);
    }
    if (key.isString()) {
      writeText(key.text());
    } else {
      out.append(key);
    }
  }

  private void writeValue(Node node) {
    switch (node.type()) {
      case MAP -> {
        out.append('{');
        open.push(new Open(orderedEntries(node).iterator(), null));
      }
      case LIST -> {
        out.append('[');
        open.push(new Open(null, node.items().iterator()));
      }
      case STRING -> writeString(node);
      case NULL -> out.append("null");
      case BOOLEAN, INTEGER -> out.append(node.value());
      case FLOAT -> writeNumber(node);
    }
  }

  private List<Entry> orderedEntries(Node map) {
    List<Entry> entries = map.entries();
    return canonical
        ? entries.stream().sorted(Comparator.comparing(Entry::name)).toList()
        : entries;
  }

  private void writeString(Node node) {
    if (!canonical && node.tag().filter(tag -> tag.endsWith("binary")).isPresent()) {
      throw new BadInput("", "binary data", "a text: JSON has no other data", node);
    }
    writeText(node.text());
  }

  private void writeNumber(Node node) {
    BigDecimal number = numberOf(node);
    if (canonical) {
      out.append(number == null ? node.text() : canonicalNumber(number));
    } else if (number == null) {
      throw new BadInput("", node.text(), "a number with digits: JSON has no other", node);
    } else {
      out.append(isNumber(node.text()) ? node.text() : number);
    }
  }

  /** Whether a text is a number in JSON's notation. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  private static Object canonicalNumber(BigDecimal number) {
    BigDecimal plain = number.stripTrailingZeros();
    return plain.scale() <= 0 ? plain.toBigInteger() : plain;
  }

  private void writeText(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?");
}
