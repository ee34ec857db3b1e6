package dev.kiln.yaml;

/**
 * Takes over a node's own text into other surroundings: its lines at another column, with its
 * comments.
 */
final class NodeText {
  private NodeText() {}

  /**
   * Writes the text of a block collection so that its first byte stands at a column.
   *
   * @return whether its text could be taken over; if not, nothing useful was written
   */
  static boolean block(Out out, Node node, int column, byte[] newline) {
    var source = node.resolved().source;
    int i = node.resolved().index;
    if (!Kind.isBlock(source.kind(i)) || isShared(source, i) || source.tag(i) != null) {
      return false;
    }
    byte[] bytes = source.bytes;
    int start = source.start(i);
    if (source.end(i) == bytes.length && isLiteral(source, last(source, i))) {
      return false;
    }
    int end = end(node.resolved());
    int shift = column - Lines.column(bytes, start, source.column);
    int from = start;
    while (true) {
      int lineEnd = Math.min(Lines.end(bytes, from), end);
      out.add(bytes, from, lineEnd);
      if (lineEnd == end) {
        return true;
      }
      out.add(newline);
      from = Lines.behindBreak(bytes, lineEnd);
      int text = from;
      while (text < end && bytes[text] == ' ') {
        text++;
      }
      int indent = text - from + shift;
      boolean comment = text < end && bytes[text] == '#';
      if (indent < 0 && !comment && text < end && !Lines.isBreak(bytes[text])) {
        return false;
      }
      if (text > from || (text < end && !Lines.isBreak(bytes[text]))) {
        out.spaces(Math.max(indent, 0));
      }
      from = text;
    }
  }

  /** A fragment is taken over whole, with the comments below its last line. */
  private static int end(Node node) {
    byte[] bytes = node.source.bytes;
    int end = behindComment(bytes, node.source.end(node.index));
    if (node.isWhole() && node.source.column > 0) {
      end = bytes.length;
      while (Lines.isBreak(bytes[end - 1]) && Lines.end(bytes, node.source.end(node.index)) < end) {
        end--;
      }
    }
    return end;
  }

  /** Writes a flow collection, or a quoted scalar, as it is, if it stands on one line. */
  static boolean flow(Out out, Node node) {
    var source = node.resolved().source;
    int i = node.resolved().index;
    int kind = source.kind(i);
    boolean whole = Kind.isFlow(kind) || Kind.isQuoted(kind);
    int start = source.start(i);
    int end = source.end(i);
    boolean plain = Lines.end(source.bytes, start) >= end;
    boolean pair = kind == Kind.FLOW_MAP && source.bytes[source.start(i)] != '{';
    if (!whole || !plain || pair || isShared(source, i) || hasTags(source, i)) {
      return false;
    }
    out.add(source.bytes, start, end);
    return true;
  }

  static boolean endsInLiteral(Node node) {
    var source = node.resolved().source;
    return isLiteral(source, last(source, node.resolved().index));
  }

  /** The last scalar of a subtree. */
  static int last(Source source, int node) {
    int i = node;
    while (Kind.isCollection(source.kind(i)) && source.count(i) > 0) {
      int child = source.first(i);
      while (source.next(child) < source.next(i)) {
        child = source.next(child);
      }
      i = child;
    }
    return i;
  }

  static boolean isLiteral(Source source, int i) {
    return source.kind(i) == Kind.LITERAL || source.kind(i) == Kind.FOLDED;
  }

  /** Behind the comment that follows on the line, or where the text ended if there is none. */
  static int behindComment(byte[] bytes, int end) {
    return Lines.comment(bytes, end) < 0 ? end : Lines.backBlanks(bytes, Lines.end(bytes, end));
  }

  /** Whether there are anchors or aliases below a node, which mean nothing elsewhere. */
  private static boolean isShared(Source source, int root) {
    int end = source.next(root);
    return source.table.hasAlias(root, end)
        || source.table.hasProps(root + 1, end, props -> props.anchor != null);
  }

  private static boolean hasTags(Source source, int root) {
    return source.table.hasProps(root, source.next(root), props -> props.tag != null);
  }
}
