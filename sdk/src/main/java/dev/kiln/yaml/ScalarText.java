package dev.kiln.yaml;

import org.jspecify.annotations.Nullable;

/** The text of one scalar value, new or taken over from a node. */
final class ScalarText {
  private ScalarText() {}

  /** Writes a scalar on one line; {@code style} are the quotes to keep if they fit. */
  static void write(Out out, @Nullable Object value, int style, boolean flow, boolean json) {
    Object scalar = Values.known(value);
    if (scalar instanceof String text) {
      ScalarWriter.write(out, text, json ? Kind.DOUBLE : style, flow);
    } else if (scalar instanceof Node node) {
      node(out, node, style, flow, json);
    } else if (scalar instanceof Plain plain) {
      plain(out, plain.text().isEmpty() ? "null" : plain.text(), json);
    } else if (scalar == null || scalar instanceof Boolean) {
      out.add(String.valueOf(scalar));
    } else {
      throw new IllegalStateException(scalar + " is no scalar");
    }
  }

  private static void plain(Out out, String text, boolean json) {
    out.add(json ? Json.plain(text) : text);
  }

  private static void node(Out out, Node node, int style, boolean flow, boolean json) {
    boolean tagged = node.tag().isPresent();
    if (json || tagged || (node.isString() && node.style() == Style.PLAIN)) {
      write(out, plainValue(node), style, flow, json);
      return;
    }
    switch (node.style()) {
      case PLAIN -> write(out, new Plain(node.text()), style, flow, false);
      case SINGLE -> ScalarWriter.write(out, node.text(), Kind.SINGLE, flow);
      case DOUBLE -> ScalarWriter.write(out, node.text(), Kind.DOUBLE, flow);
      case LITERAL, FOLDED, BLOCK, FLOW -> ScalarWriter.write(out, node.text(), style, flow);
    }
  }

  /** What a node of any tag means, to be written without the tag. */
  private static @Nullable Object plainValue(Node node) {
    return node.isString() ? node.text() : Values.known(node.value());
  }

  /** The text of a string value that may go into a block scalar, or null for other values. */
  static @Nullable String lines(@Nullable Object value) {
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
