package dev.kiln.yaml.write;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;

/**
 * Copies the text of a node to another place: its lines are moved to another column and keep their
 * comments.
 */
public final class NodeCopier {
  private NodeCopier() {}

  /**
   * Writes the text of a block collection so that its first byte is in a given column.
   *
   * @return whether the text could be copied; if not, the bytes written are useless
   */
  static boolean copyBlock(ByteBuilder out, Node node, int column, byte[] newline) {
    var resolved = YamlSource.resolved(node);
    var source = YamlSource.of(resolved);
    int i = YamlSource.index(resolved);
    if (!NodeKind.isBlock(source.kind(i))
        || hasAnchorsOrAliases(source, i)
        || source.tag(i) != null) {
      return false;
    }
    byte[] bytes = source.bytes;
    int start = source.start(i);
    if (source.end(i) == bytes.length && source.isBlockScalar(source.lastScalar(i))) {
      return false;
    }
    int end = copyEnd(source, i);
    int shift = column - source.column(start);
    int from = start;
    while (true) {
      int lineEnd = Math.min(source.lineEnd(from), end);
      out.add(bytes, from, lineEnd);
      if (lineEnd == end) {
        return true;
      }
      out.add(newline);
      from = TextLines.afterBreak(bytes, lineEnd);
      int text = from;
      while (text < end && bytes[text] == ' ') {
        text++;
      }
      int indent = text - from + shift;
      boolean comment = text < end && bytes[text] == '#';
      if (indent < 0 && !comment && text < end && !TextLines.isBreak(bytes[text])) {
        return false;
      }
      if (text > from || (text < end && !TextLines.isBreak(bytes[text]))) {
        out.spaces(Math.max(indent, 0));
      }
      from = text;
    }
  }

  /**
   * The end of the text to copy. A fragment is copied as a whole, with the comments below its last
   * line.
   */
  private static int copyEnd(YamlSource source, int node) {
    byte[] bytes = source.bytes;
    int end = afterComment(bytes, source.end(node));
    if (source.isWholeText(node) && source.firstColumn > 0) {
      end = bytes.length;
      while (TextLines.isBreak(bytes[end - 1]) && source.lineEnd(source.end(node)) < end) {
        end--;
      }
    }
    return end;
  }

  /** Copies a flow collection or a quoted scalar unchanged, if it is on one line. */
  public static boolean copyFlow(ByteBuilder out, Node node) {
    var resolved = YamlSource.resolved(node);
    var source = YamlSource.of(resolved);
    int i = YamlSource.index(resolved);
    int kind = source.kind(i);
    boolean isDelimited = NodeKind.isFlow(kind) || NodeKind.isQuoted(kind);
    int start = source.start(i);
    int end = source.end(i);
    boolean isOneLine = source.lineEnd(start) >= end;
    boolean isImplicitPair = kind == NodeKind.FLOW_MAP && source.bytes[source.start(i)] != '{';
    if (!isDelimited
        || !isOneLine
        || isImplicitPair
        || hasAnchorsOrAliases(source, i)
        || hasTags(source, i)) {
      return false;
    }
    out.add(source.bytes, start, end);
    return true;
  }

  static boolean endsInLiteral(Node node) {
    var resolved = YamlSource.resolved(node);
    var source = YamlSource.of(resolved);
    return source.isBlockScalar(source.lastScalar(YamlSource.index(resolved)));
  }

  /** The position after the comment that follows on the line; {@code end} if there is none. */
  public static int afterComment(byte[] bytes, int end) {
    return TextLines.commentStart(bytes, end) < 0
        ? end
        : TextLines.skipBlanksBackward(bytes, TextLines.lineEnd(bytes, end));
  }

  /** Whether there are anchors or aliases below a node. They have no meaning elsewhere. */
  private static boolean hasAnchorsOrAliases(YamlSource source, int root) {
    int end = source.afterSubtree(root);
    return source.table.hasAlias(root, end)
        || source.table.hasProps(root + 1, end, props -> props.anchor != null);
  }

  private static boolean hasTags(YamlSource source, int root) {
    return source.table.hasProps(root, source.afterSubtree(root), props -> props.tag != null);
  }
}
