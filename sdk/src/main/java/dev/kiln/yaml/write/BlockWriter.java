package dev.kiln.yaml.write;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.YamlLimits;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes new values in block style. It does not recurse, so values may be as deep as a text may be.
 */
public final class BlockWriter {
  private final ByteBuilder out;
  private final TextLayout layout;
  private @Nullable Frame top;
  private int depth;
  private boolean endsInLiteral;

  /** An open collection: the values still to be written, and their column. */
  private static final class Frame {
    final boolean map;
    final Iterator<?> rest;
    final int column;

    /** Whether the next entry goes on the line that is being written. */
    boolean inline;

    /** The collection that contains this one. */
    final @Nullable Frame outer;

    Frame(Object value, int column, boolean inline, @Nullable Frame outer) {
      this.outer = outer;
      this.map = EditValues.isMap(value);
      this.rest = children(value);
      this.column = column;
      this.inline = inline;
    }
  }

  public BlockWriter(ByteBuilder out, TextLayout layout) {
    this.out = out;
    this.layout = layout;
  }

  /**
   * Whether the last text was a literal. A literal needs a line break after it even at the end of
   * the text.
   */
  public boolean endsInLiteral() {
    return endsInLiteral;
  }

  /**
   * Writes the value after a key in column {@code column} and its colon, beginning with the blank.
   */
  public void behindColon(@Nullable Object value, int column) {
    child(EditValues.known(value), column, false);
    run();
  }

  /** Writes an item, beginning with its dash in column {@code column}. */
  public void item(@Nullable Object value, int column) {
    out.add('-');
    child(EditValues.known(value), column, true);
    run();
  }

  /**
   * Writes a value whose first byte is in column {@code column}. The parent of a block scalar is in
   * column {@code parent}.
   */
  public void node(@Nullable Object value, int column, int parent) {
    var known = EditValues.known(value);
    if (known != null && isBlock(known)) {
      open(known, column, true);
      run();
    } else {
      scalar(known, ScalarFormatter.lines(known), parent, column);
    }
  }

  /** Writes an entry, beginning with its key in column {@code column}. */
  public void entry(String key, @Nullable Object value, int column) {
    key(key, column);
    child(EditValues.known(value), column, false);
    run();
  }

  private static boolean isBlock(@Nullable Object value) {
    return value != null
        && (EditValues.isMap(value) || EditValues.isList(value))
        && !EditValues.isEmpty(value);
  }

  static Iterator<?> children(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().iterator();
    }
    if (value instanceof Node node) {
      return node.isMap() ? node.entries().iterator() : node.items().iterator();
    }
    return ((Collection<?>) value).iterator();
  }

  private void run() {
    while (top != null) {
      var frame = top;
      if (!frame.rest.hasNext()) {
        top = frame.outer;
        depth--;
        continue;
      }
      var next = frame.rest.next();
      if (frame.inline) {
        frame.inline = false;
      } else {
        out.add(layout.newline()).spaces(frame.column);
      }
      if (frame.map && next instanceof Map.Entry<?, ?> entry) {
        key(keyText(entry.getKey()), frame.column);
        child(EditValues.known(entry.getValue()), frame.column, false);
      } else if (frame.map && next instanceof Entry entry) {
        key(entry.key(), frame.column);
        child(entry.value(), frame.column, false);
      } else {
        out.add('-');
        child(EditValues.known(next), frame.column, true);
      }
    }
  }

  public static String keyText(@Nullable Object key) {
    if (key instanceof CharSequence text) {
      return text.toString();
    }
    throw new IllegalArgumentException("the key " + key + " is no string");
  }

  private void key(Object key, int column) {
    int from = out.size();
    if (key instanceof String text) {
      ScalarWriter.write(out, text, NodeKind.PLAIN, false);
    } else if (key instanceof Node node && node.isScalar()) {
      ScalarFormatter.write(out, node, NodeKind.PLAIN, false, false);
    } else {
      new FlowWriter(out, layout).write(key);
    }
    if (out.size() - from >= YamlLimits.MAX_KEY_BYTES) {
      explicit(from, column);
    }
    out.add(':');
  }

  /** Turns a key that is too long to stand before its colon into an explicit key. */
  private void explicit(int from, int column) {
    var key = java.util.Arrays.copyOfRange(out.buffer(), from, out.size());
    out.cut(from);
    out.add("? ").add(key).add(layout.newline()).spaces(column);
  }

  /** Writes a value after {@code key:}, or after a dash, in column {@code column}. */
  private void child(@Nullable Object value, int column, boolean item) {
    endsInLiteral = false;
    if (value instanceof Node node && node.style() == Style.FLOW) {
      if (NodeCopier.flow(out.add(' '), node)) {
        return;
      }
      out.cut(out.size() - 1);
    }
    if (value == null || !isBlock(value)) {
      out.add(' ');
      var lines = ScalarFormatter.lines(value);
      int deeper = lines == null ? 1 : item ? layout.gap() : layout.step(); // one line needs none
      scalar(value, lines, column, column + deeper);
    } else if (item) {
      out.spaces(layout.gap() - 1);
      open(value, column + layout.gap(), true);
    } else {
      int step = EditValues.isMap(value) ? layout.step() : layout.listStep();
      open(value, column + step, false);
    }
  }

  private void open(Object value, int column, boolean inline) {
    if (depth >= YamlLimits.MAX_DEPTH) {
      throw new BadYaml("a value nested deeper than " + YamlLimits.MAX_DEPTH + " levels", 0, 0);
    }
    if (value instanceof Node node) {
      int from = out.size();
      if (!inline) {
        out.add(layout.newline()).spaces(column);
      }
      if (layout.hasLiterals() && NodeCopier.block(out, node, column, layout.newline())) {
        endsInLiteral = NodeCopier.endsInLiteral(node);
        return;
      }
      out.cut(from);
    }
    top = new Frame(value, column, inline, top);
    depth++;
  }

  private void scalar(@Nullable Object value, @Nullable String lines, int parent, int column) {
    if (value instanceof Node node && NodeCopier.flow(out, node)) {
      return;
    }
    if (value != null && (EditValues.isMap(value) || EditValues.isList(value))) {
      out.add(EditValues.isMap(value) ? "{}" : "[]");
    } else if (lines != null
        && layout.hasLiterals()
        && BlockScalarWriter.fits(lines)
        && column - parent < 10
        && column > parent
        && !(parent < 0 && BlockScalarWriter.tellsIndent(lines))) {
      int body = parent < 0 ? layout.step() : column; // in column 1, --- would end the document
      BlockScalarWriter.header(out, lines, body - parent);
      BlockScalarWriter.body(out, lines, body, layout.newline());
      endsInLiteral = true;
    } else {
      ScalarFormatter.write(out, value, NodeKind.PLAIN, false, false);
    }
  }
}
