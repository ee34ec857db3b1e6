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
    final Iterator<?> remaining;
    final int column;

    /** Whether the next entry goes on the line that is being written. */
    boolean inline;

    /** The collection that contains this one. */
    final @Nullable Frame outer;

    Frame(Object value, int column, boolean inline, @Nullable Frame outer) {
      this.outer = outer;
      this.map = EditValues.isMap(value);
      this.remaining = childIterator(value);
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
  public void writeAfterColon(@Nullable Object value, int column) {
    writeChild(EditValues.normalize(value), column, false);
    writePending();
  }

  /** Writes an item, beginning with its dash in column {@code column}. */
  public void writeItem(@Nullable Object value, int column) {
    out.add('-');
    writeChild(EditValues.normalize(value), column, true);
    writePending();
  }

  /**
   * Writes a value whose first byte is in column {@code column}. The parent of a block scalar is in
   * column {@code parent}.
   */
  public void writeValue(@Nullable Object value, int column, int parent) {
    var normalized = EditValues.normalize(value);
    if (normalized != null && isBlock(normalized)) {
      openCollection(normalized, column, true);
      writePending();
    } else {
      writeScalar(normalized, ScalarFormatter.multilineText(normalized), parent, column);
    }
  }

  /** Writes an entry, beginning with its key in column {@code column}. */
  public void writeEntry(String key, @Nullable Object value, int column) {
    writeKey(key, column);
    writeChild(EditValues.normalize(value), column, false);
    writePending();
  }

  private static boolean isBlock(@Nullable Object value) {
    return value != null
        && (EditValues.isMap(value) || EditValues.isList(value))
        && !EditValues.isEmpty(value);
  }

  static Iterator<?> childIterator(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().iterator();
    }
    if (value instanceof Node node) {
      return node.isMap() ? node.entries().iterator() : node.items().iterator();
    }
    return ((Collection<?>) value).iterator();
  }

  private void writePending() {
    while (top != null) {
      var frame = top;
      if (!frame.remaining.hasNext()) {
        top = frame.outer;
        depth--;
        continue;
      }
      var next = frame.remaining.next();
      if (frame.inline) {
        frame.inline = false;
      } else {
        out.add(layout.newline()).spaces(frame.column);
      }
      if (frame.map && next instanceof Map.Entry<?, ?> entry) {
        writeKey(requireKeyText(entry.getKey()), frame.column);
        writeChild(EditValues.normalize(entry.getValue()), frame.column, false);
      } else if (frame.map && next instanceof Entry entry) {
        writeKey(entry.key(), frame.column);
        writeChild(entry.value(), frame.column, false);
      } else {
        out.add('-');
        writeChild(EditValues.normalize(next), frame.column, true);
      }
    }
  }

  public static String requireKeyText(@Nullable Object key) {
    if (key instanceof CharSequence text) {
      return text.toString();
    }
    throw new IllegalArgumentException("the key " + key + " is no string");
  }

  private void writeKey(Object key, int column) {
    int from = out.size();
    if (key instanceof String text) {
      ScalarWriter.write(out, text, NodeKind.PLAIN, false);
    } else if (key instanceof Node node && node.isScalar()) {
      ScalarFormatter.write(out, node, NodeKind.PLAIN, false, false);
    } else {
      new FlowWriter(out, layout).write(key);
    }
    if (out.size() - from >= YamlLimits.MAX_KEY_BYTES) {
      makeKeyExplicit(from, column);
    }
    out.add(':');
  }

  /** Turns a key that is too long to stand before its colon into an explicit key. */
  private void makeKeyExplicit(int from, int column) {
    var key = java.util.Arrays.copyOfRange(out.buffer(), from, out.size());
    out.truncate(from);
    out.add("? ").add(key).add(layout.newline()).spaces(column);
  }

  /** Writes a value after {@code key:}, or after a dash, in column {@code column}. */
  private void writeChild(@Nullable Object value, int column, boolean item) {
    endsInLiteral = false;
    if (value instanceof Node node && node.style() == Style.FLOW) {
      if (NodeCopier.copyFlow(out.add(' '), node)) {
        return;
      }
      out.truncate(out.size() - 1);
    }
    if (value == null || !isBlock(value)) {
      out.add(' ');
      var lines = ScalarFormatter.multilineText(value);
      int deeper =
          lines == null
              ? 1
              : item ? layout.itemOffset() : layout.mapIndent(); // one line needs none
      writeScalar(value, lines, column, column + deeper);
    } else if (item) {
      out.spaces(layout.itemOffset() - 1);
      openCollection(value, column + layout.itemOffset(), true);
    } else {
      int step = EditValues.isMap(value) ? layout.mapIndent() : layout.listIndent();
      openCollection(value, column + step, false);
    }
  }

  private void openCollection(Object value, int column, boolean inline) {
    if (depth >= YamlLimits.MAX_DEPTH) {
      throw new BadYaml("a value nested deeper than " + YamlLimits.MAX_DEPTH + " levels", 0, 0);
    }
    if (value instanceof Node node) {
      int from = out.size();
      if (!inline) {
        out.add(layout.newline()).spaces(column);
      }
      if (layout.allowsLiterals() && NodeCopier.copyBlock(out, node, column, layout.newline())) {
        endsInLiteral = NodeCopier.endsInLiteral(node);
        return;
      }
      out.truncate(from);
    }
    top = new Frame(value, column, inline, top);
    depth++;
  }

  private void writeScalar(@Nullable Object value, @Nullable String lines, int parent, int column) {
    if (value instanceof Node node && NodeCopier.copyFlow(out, node)) {
      return;
    }
    if (value != null && (EditValues.isMap(value) || EditValues.isList(value))) {
      out.add(EditValues.isMap(value) ? "{}" : "[]");
    } else if (lines != null
        && layout.allowsLiterals()
        && BlockScalarWriter.canBeLiteral(lines)
        && column - parent < 10
        && column > parent
        && !(parent < 0 && BlockScalarWriter.needsIndentDigit(lines))) {
      int body =
          parent < 0 ? layout.mapIndent() : column; // in column 1, --- would end the document
      BlockScalarWriter.writeHeader(out, lines, body - parent);
      BlockScalarWriter.writeBody(out, lines, body, layout.newline());
      endsInLiteral = true;
    } else {
      ScalarFormatter.write(out, value, NodeKind.PLAIN, false, false);
    }
  }
}
