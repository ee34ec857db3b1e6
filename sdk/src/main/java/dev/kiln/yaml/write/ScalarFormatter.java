package dev.kiln.yaml.write;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.table.NodeKind;
import org.jspecify.annotations.Nullable;

/** Formats the text of one scalar value that is new or copied from a node. */
public final class ScalarFormatter {
  private ScalarFormatter() {}

  /** Writes a scalar on one line. {@code style} gives the quotes to keep if they fit. */
  public static void write(
      ByteBuilder out, @Nullable Object value, int style, boolean flow, boolean json) {
    Object scalar = EditValues.normalize(value);
    if (scalar instanceof String text) {
      ScalarWriter.write(out, text, json ? NodeKind.DOUBLE_QUOTED : style, flow);
    } else if (scalar instanceof Node node) {
      writeNode(out, node, style, flow, json);
    } else if (scalar instanceof PlainText plain) {
      writePlain(out, plain.text().isEmpty() ? "null" : plain.text(), json);
    } else if (scalar == null || scalar instanceof Boolean) {
      out.add(String.valueOf(scalar));
    } else {
      throw new IllegalStateException(scalar + " is no scalar");
    }
  }

  private static void writePlain(ByteBuilder out, String text, boolean json) {
    out.add(json ? JsonScalars.plainToJson(text) : text);
  }

  private static void writeNode(ByteBuilder out, Node node, int style, boolean flow, boolean json) {
    boolean tagged = node.tag().isPresent();
    if (json || tagged || (node.isString() && node.style() == Style.PLAIN)) {
      write(out, untaggedValue(node), style, flow, json);
      return;
    }
    switch (node.style()) {
      case PLAIN -> write(out, new PlainText(node.text()), style, flow, false);
      case SINGLE -> ScalarWriter.write(out, node.text(), NodeKind.SINGLE_QUOTED, flow);
      case DOUBLE -> ScalarWriter.write(out, node.text(), NodeKind.DOUBLE_QUOTED, flow);
      case LITERAL, FOLDED, BLOCK, FLOW -> ScalarWriter.write(out, node.text(), style, flow);
    }
  }

  /** The value of a node with any tag, to be written without the tag. */
  private static @Nullable Object untaggedValue(Node node) {
    return node.isString() ? node.text() : EditValues.normalize(node.value());
  }

  /** The text of a string value that may go into a block scalar, or null for other values. */
  public static @Nullable String multilineText(@Nullable Object value) {
    String text = null;
    if (value instanceof CharSequence chars) {
      text = chars.toString();
    } else if (value instanceof Node node
        && node.isScalar()
        && node.isString()
        && !isQuoted(node)) {
      text = node.text();
    }
    return text != null && text.indexOf('\n') >= 0 ? text : null;
  }

  private static boolean isQuoted(Node node) {
    return node.style() == Style.SINGLE || node.style() == Style.DOUBLE;
  }
}
