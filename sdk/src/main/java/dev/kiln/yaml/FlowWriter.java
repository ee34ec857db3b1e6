package dev.kiln.yaml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes new values in flow style and as JSON: on one line, or each entry on its own. */
final class FlowWriter {
  private final Out out;
  private final Layout layout;

  /** How much deeper each level's lines stand; 0 keeps all on one line. */
  private final int step;

  private final Deque<Frame> open = new ArrayDeque<>();
  private int column;

  private static final class Frame {
    final boolean map;
    final Iterator<?> rest;
    boolean first = true;

    Frame(Object value) {
      this.map = Values.isMap(value);
      this.rest = BlockWriter.children(value);
    }
  }

  FlowWriter(Out out, Layout layout) {
    this(out, layout, 0, 0);
  }

  /** A writer of several lines, for a value on a line that is indented by {@code column}. */
  FlowWriter(Out out, Layout layout, int step, int column) {
    this.out = out;
    this.layout = layout;
    this.step = step;
    this.column = column;
  }

  /** Writes an entry: key, colon and value. */
  void entry(String key, @Nullable Object value) {
    key(key);
    write(value);
  }

  void write(@Nullable Object value) {
    write(value, Kind.PLAIN);
  }

  /** Writes a value; a scalar keeps the quotes if they fit. */
  void write(@Nullable Object value, int quotes) {
    child(Values.known(value), quotes);
    while (!open.isEmpty()) {
      var frame = open.peek();
      if (!frame.rest.hasNext()) {
        open.pop();
        column -= step;
        line();
        out.add(frame.map ? '}' : ']');
        continue;
      }
      if (!frame.first) {
        out.add(step > 0 ? "," : layout.comma());
      }
      frame.first = false;
      line();
      next(frame.rest.next());
    }
  }

  private void next(@Nullable Object next) {
    boolean map = open.element().map;
    if (map && next instanceof Map.Entry<?, ?> entry) {
      key(BlockWriter.keyText(entry.getKey()));
      child(Values.known(entry.getValue()), Kind.PLAIN);
    } else if (map && next instanceof Entry entry) {
      key(entry.key());
      child(entry.value(), Kind.PLAIN);
    } else {
      child(Values.known(next), Kind.PLAIN);
    }
  }

  private void line() {
    if (step > 0) {
      out.add(layout.newline()).spaces(column);
    }
  }

  private void key(Object key) {
    int from = out.size();
    if (key instanceof String text) {
      ScalarText.write(out, text, Kind.PLAIN, true, layout.isJson());
    } else if (key instanceof Node node && layout.isJson()) {
      ScalarWriter.quoted(out, Json.key(node));
    } else if (key instanceof Node node && node.isScalar()) {
      ScalarText.write(out, node, Kind.PLAIN, true, false);
    } else {
      new FlowWriter(out, layout).write(key);
    }
    boolean quoted = out.buffer()[from] == '"' || out.buffer()[from] == '\'';
    out.add(quoted ? layout.colon() : ": ");
  }

  private void child(@Nullable Object value, int quotes) {
    if (value == null || (!Values.isMap(value) && !Values.isList(value))) {
      ScalarText.write(out, value, quotes, true, layout.isJson());
      return;
    }
    if (!layout.isJson() && value instanceof Node node && NodeText.flow(out, node)) {
      return;
    }
    if (Values.isEmpty(value)) {
      out.add(Values.isMap(value) ? "{}" : "[]");
      return;
    }
    if (open.size() >= Parser.MAX_DEPTH) {
      throw new BadYaml("a value nested deeper than " + Parser.MAX_DEPTH + " levels", 0, 0);
    }
    out.add(Values.isMap(value) ? '{' : '[');
    open.push(new Frame(value));
    column += step;
  }
}
