package dev.kiln.yaml.write;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.YamlLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes new values in flow style or as JSON, on one line or with each entry on its own line. */
public final class FlowWriter {
  private final ByteBuilder out;
  private final TextLayout layout;

  /** The indentation that each level adds; 0 keeps everything on one line. */
  private final int indent;

  private final Deque<Frame> open = new ArrayDeque<>();
  private int column;

  private static final class Frame {
    final boolean map;
    final Iterator<?> remaining;
    boolean first = true;

    Frame(Object value) {
      this.map = EditValues.isMap(value);
      this.remaining = BlockWriter.childIterator(value);
    }
  }

  public FlowWriter(ByteBuilder out, TextLayout layout) {
    this(out, layout, 0, 0);
  }

  /** A writer of several lines, for a value on a line that is indented by {@code column}. */
  public FlowWriter(ByteBuilder out, TextLayout layout, int indent, int column) {
    this.out = out;
    this.layout = layout;
    this.indent = indent;
    this.column = column;
  }

  /** Writes an entry: key, colon and value. */
  public void writeEntry(String key, @Nullable Object value) {
    writeKey(key);
    write(value);
  }

  public void write(@Nullable Object value) {
    write(value, NodeKind.PLAIN);
  }

  /** Writes a value. A scalar uses the given quotes if they fit. */
  public void write(@Nullable Object value, int quotes) {
    writeChild(EditValues.normalize(value), quotes);
    while (!open.isEmpty()) {
      var frame = open.peek();
      if (!frame.remaining.hasNext()) {
        open.pop();
        column -= indent;
        startLine();
        out.add(frame.map ? '}' : ']');
        continue;
      }
      if (!frame.first) {
        out.add(indent > 0 ? "," : layout.comma());
      }
      frame.first = false;
      startLine();
      writeNext(frame.remaining.next());
    }
  }

  private void writeNext(@Nullable Object next) {
    boolean map = open.element().map;
    if (map && next instanceof Map.Entry<?, ?> entry) {
      writeKey(BlockWriter.requireKeyText(entry.getKey()));
      writeChild(EditValues.normalize(entry.getValue()), NodeKind.PLAIN);
    } else if (map && next instanceof Entry entry) {
      writeKey(entry.key());
      writeChild(entry.value(), NodeKind.PLAIN);
    } else {
      writeChild(EditValues.normalize(next), NodeKind.PLAIN);
    }
  }

  private void startLine() {
    if (indent > 0) {
      out.add(layout.newline()).spaces(column);
    }
  }

  private void writeKey(Object key) {
    int from = out.size();
    if (key instanceof String text) {
      ScalarFormatter.write(out, text, NodeKind.PLAIN, true, layout.isJson());
    } else if (key instanceof Node node && layout.isJson()) {
      ScalarWriter.writeDoubleQuoted(out, JsonScalars.requireStringKey(node));
    } else if (key instanceof Node node && node.isScalar()) {
      ScalarFormatter.write(out, node, NodeKind.PLAIN, true, false);
    } else {
      new FlowWriter(out, layout).write(key);
    }
    boolean quoted = out.buffer()[from] == '"' || out.buffer()[from] == '\'';
    out.add(quoted ? layout.colon() : ": ");
  }

  private void writeChild(@Nullable Object value, int quotes) {
    if (value == null || (!EditValues.isMap(value) && !EditValues.isList(value))) {
      ScalarFormatter.write(out, value, quotes, true, layout.isJson());
      return;
    }
    if (!layout.isJson() && value instanceof Node node && NodeCopier.copyFlow(out, node)) {
      return;
    }
    if (EditValues.isEmpty(value)) {
      out.add(EditValues.isMap(value) ? "{}" : "[]");
      return;
    }
    if (open.size() >= YamlLimits.MAX_DEPTH) {
      throw new BadYaml("a value nested deeper than " + YamlLimits.MAX_DEPTH + " levels", 0, 0);
    }
    out.add(EditValues.isMap(value) ? '{' : '[');
    open.push(new Frame(value));
    column += indent;
  }
}
