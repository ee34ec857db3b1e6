package dev.kiln.yaml.read;

import dev.kiln.yaml.table.ByteSearch;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.table.YamlLimits;

/**
 * A fast parser for the most common lines: {@code key: value}, {@code key:} before deeper lines,
 * and {@code - item}, with plain or quoted text on one line, and with blank lines and comments
 * between. It reads whole lines only. It leaves every other line unread for the {@link Parser}.
 */
final class SimpleLineParser {
  private final Scanner in;
  private NodeTable out = NodeTable.EMPTY;
  private final OpenCollections open;
  private final LeafParser leaves;

  /** The position of the colon in the next content if it was already searched for, else -1. */
  private int colon;

  SimpleLineParser(Scanner in, OpenCollections open, LeafParser leaves) {
    this.in = in;
    this.open = open;
    this.leaves = leaves;
  }

  void begin(NodeTable table) {
    out = table;
  }

  /**
   * Reads lines, beginning with the content at which the scanner stands. Afterwards the scanner
   * stands at the content of another line, or at the end of the text.
   */
  void readLines(int stop) {
    colon = -1;
    boolean wasRead = true;
    while (wasRead && in.lineStart < stop && in.at < in.bytes.length) {
      int top = closeDeeperCollections();
      wasRead =
          top >= 0
              && (out.kind(open.nodes[top]) == NodeKind.BLOCK_MAP
                  ? readEntries(top, stop)
                  : isItem(in.at) ? readItem(top) : closeListBeforeKey(top));
    }
    in.hasTab = false;
    in.hasComment = false;
    in.atFirstContent = true;
  }

  /**
   * Closes the collections that end before the next content, and returns the collection in its
   * column, or -1.
   */
  private int closeDeeperCollections() {
    int top = open.depth - 1;
    while (top >= 0 && open.indentsOrStates[top] > in.spaces && !open.pending[top]) {
      closeCollection(top);
      top--;
    }
    return top >= 0 && open.indentsOrStates[top] == in.spaces && !open.pending[top] ? top : -1;
  }

  private void closeCollection(int top) {
    out.closeCollection(open.nodes[top], leaves.lastEnd, open.counts[top]);
    open.depth = top;
  }

  private boolean isItem(int line) {
    return in.bytes[line] == '-' && line + 1 < in.bytes.length && in.bytes[line + 1] == ' ';
  }

  /**
   * Closes a list before the next key of the map that contains it, if both are in the same column.
   */
  private boolean closeListBeforeKey(int top) {
    if (in.isBlankOrEnd(in.at + 1)
        || top == 0
        || open.indentsOrStates[top - 1] != open.indentsOrStates[top]) {
      return false;
    }
    closeCollection(top);
    return true;
  }

  /** Reads an item on one line, or the dash before a map whose first key is plain. */
  private boolean readItem(int top) {
    int from = in.at + 2;
    if (from >= in.bytes.length) {
      return false;
    }
    if (Scanner.isOfClass(Scanner.PLAIN_START, in.bytes[from])) {
      int key = itemKeyColon(from);
      if (key >= 0) {
        return openMap(top, from, in.spaces + 2, key);
      }
    }
    int size = out.size;
    int end = readValue(from);
    int start = in.lineStart;
    int next = end < 0 ? -1 : nextContent(end);
    if (next < 0 || (next < in.bytes.length && next - in.lineStart > in.spaces)) {
      in.lineStart = start;
      out.size = size;
      return false;
    }
    open.counts[top]++;
    leaves.lastEnd = end;
    in.at = next;
    in.spaces = next - in.lineStart;
    return true;
  }

  /** Adds a value that ends on its line, and returns the position after it, or -1. */
  private int readValue(int from) {
    byte c = in.bytes[from];
    if (c == '{' || c == '[') {
      return readFlow(from);
    }
    int kind = NodeKind.ofFirstByte(c);
    int end =
        kind == NodeKind.PLAIN ? plainValueEnd(in.bytes, from) : quotedValueEnd(in.bytes, from);
    if (end >= 0) {
      out.addScalar(kind, from, end, false, from);
    }
    return end;
  }

  /**
   * Adds a flow collection of simple plain and quoted words, and returns the position after it, or
   * -1.
   */
  private int readFlow(int from) {
    byte[] b = in.bytes;
    boolean map = b[from] == '{';
    int close = map ? '}' : ']';
    int node = out.openCollection(map ? NodeKind.FLOW_MAP : NodeKind.FLOW_LIST, from);
    int count = 0;
    int p = from + 1;
    if (p < b.length && b[p] == close) {
      out.closeCollection(node, p + 1, 0);
      return p + 1;
    }
    while (true) {
      if (map) {
        int end = wordEnd(p);
        if (end < 0 || b[end] != ':' || b[end + 1] != ' ') {
          return -1;
        }
        out.addScalar(NodeKind.PLAIN, p, end, false, p);
        p = end + 2;
      }
      if (p >= b.length) {
        return -1;
      }
      byte c = b[p];
      int kind = NodeKind.ofFirstByte(c);
      int end = kind == NodeKind.PLAIN ? wordEnd(p) : quotedValueEnd(b, p);
      if (end < 0 || end + 1 >= b.length) {
        return -1;
      }
      out.addScalar(kind, p, end, false, p);
      count++;
      if (b[end] == close) {
        out.closeCollection(node, end + 1, count);
        return end + 1;
      }
      if (b[end] != ',' || b[end + 1] != ' ') {
        return -1;
      }
      p = end + 2;
    }
  }

  /** The position after a plain word in a flow collection, or -1. */
  private int wordEnd(int from) {
    byte[] b = in.bytes;
    if (from + 1 >= b.length
        || (!Scanner.isOfClass(Scanner.PLAIN_START, b[from])
            && (b[from] != '-' || !Scanner.isOfClass(Scanner.PLAIN_PART, b[from + 1])))) {
      return -1;
    }
    int p = from + 1;
    while (p < b.length && Scanner.isOfClass(Scanner.PLAIN_PART, b[p])) {
      p++;
    }
    return p + 1 < b.length ? p : -1;
  }

  private boolean openMap(int top, int from, int indent, int firstColon) {
    if (open.depth == YamlLimits.MAX_DEPTH || firstColon - from > YamlLimits.MAX_KEY_BYTES) {
      return false;
    }
    open.counts[top]++;
    open.add(indent, out.openCollection(NodeKind.BLOCK_MAP, from), 0);
    in.at = from;
    in.spaces = indent;
    colon = firstColon;
    return true;
  }

  /** Reads consecutive entries of a map, up to an entry with lines below it. */
  private boolean readEntries(int top, int stop) {
    byte[] b = in.bytes;
    int key = in.at;
    int indent = in.spaces;
    int start = in.lineStart;
    int keyColon = colon < 0 ? plainKeyColon(b, key) : colon;
    int entryCount = 0;
    int spaces = indent;
    boolean wasRead = true;
    colon = -1;
    while (true) {
      if (keyColon < 0 || keyColon + 2 >= b.length) {
        wasRead = false;
        break;
      }
      if (b[keyColon + 1] == '\n') {
        wasRead = readKeyWithValueBelow(key, keyColon, indent);
        if (wasRead) {
          open.counts[top] += entryCount + 1;
          return true;
        }
        break;
      }
      int size = out.size;
      out.addScalar(NodeKind.PLAIN, key, keyColon, false, key);
      int end = b[keyColon + 1] == ' ' ? readValue(keyColon + 2) : -1;
      int next = end < 0 ? -1 : nextContent(end);
      if (next < 0 || (next - in.lineStart > indent && next < b.length)) {
        out.size = size;
        wasRead = false;
        break;
      }
      leaves.lastEnd = end;
      entryCount++;
      key = next;
      start = in.lineStart;
      spaces = next - start;
      if (spaces != indent || start >= stop || next >= b.length) {
        break;
      }
      keyColon = plainKeyColon(b, key);
    }
    open.counts[top] += entryCount;
    in.at = key;
    in.lineStart = start;
    in.spaces = spaces;
    return wasRead;
  }

  /** Reads a key before a line break. Its value is on the lines below it, or is empty. */
  private boolean readKeyWithValueBelow(int key, int end, int indent) {
    byte[] b = in.bytes;
    int start = end + 2;
    int next = ByteSearch.skipSpaces(b, start);
    int spaces = next - start;
    if (next >= b.length
        || Scanner.isOfClass(Scanner.BLANK_OR_COMMENT, b[next])
        || open.depth == YamlLimits.MAX_DEPTH) {
      return false;
    }
    if (b[next] == '-') {
      if (spaces < indent || !isItem(next)) {
        return false;
      }
      out.addScalar(NodeKind.PLAIN, key, end, false, key);
      open.add(spaces, out.openCollection(NodeKind.BLOCK_LIST, next), 0);
    } else if (spaces > indent) {
      int firstColon = plainKeyColon(b, next);
      if (firstColon < 0 || !in.isBlankOrEnd(firstColon + 1)) {
        return false;
      }
      out.addScalar(NodeKind.PLAIN, key, end, false, key);
      open.add(spaces, out.openCollection(NodeKind.BLOCK_MAP, next), 0);
      colon = firstColon;
    } else {
      out.addScalar(NodeKind.PLAIN, key, end, false, key);
      out.addScalar(NodeKind.PLAIN, end + 1, end + 1, false, key);
      leaves.lastEnd = end + 1;
    }
    in.at = next;
    in.lineStart = start;
    in.spaces = spaces;
    return true;
  }

  /** The position of the colon after an item's first key, or -1. */
  private int itemKeyColon(int from) {
    byte[] b = in.bytes;
    int p = ByteSearch.find(b, from + 1, ':', '#', 0x20);
    while (p < b.length && b[p] == ':' && !in.isBlankOrEnd(p + 1)) {
      p = ByteSearch.find(b, p + 1, ':', '#', 0x20);
    }
    return p < b.length && b[p] == ':' && b[p - 1] != ' ' ? p : -1;
  }

  /** The position of the colon after a plain key without blanks and colons, or -1. */
  private static int plainKeyColon(byte[] b, int from) {
    if (from >= b.length || !Scanner.isOfClass(Scanner.PLAIN_START, b[from])) {
      return -1;
    }
    int p = ByteSearch.find(b, from + 1, ':', ':', 0x21);
    return p < b.length && b[p] == ':' && p - from <= YamlLimits.MAX_KEY_BYTES ? p : -1;
  }

  /**
   * The position after a plain value that ends on its line, or -1 if the value is not that simple.
   */
  private static int plainValueEnd(byte[] b, int from) {
    if (!Scanner.isOfClass(Scanner.PLAIN_START, b[from])
        && (b[from] != '-' || from + 1 == b.length || b[from + 1] <= ' ')) {
      return -1;
    }
    int p = ByteSearch.find(b, from + 1, ':', '#', 0x20);
    while (p < b.length) {
      byte c = b[p];
      if (c == '\n' || (c == '#' && b[p - 1] == ' ')) {
        while (b[p - 1] == ' ') {
          p--;
        }
        return p;
      }
      if (c != '#'
          && (c != ':' || p + 1 == b.length || Scanner.isOfClass(Scanner.BLANK, b[p + 1]))) {
        return -1;
      }
      p = ByteSearch.find(b, p + 1, ':', '#', 0x20);
    }
    return -1;
  }

  /** The position after a quoted value without escapes, or -1. */
  private static int quotedValueEnd(byte[] b, int from) {
    int p = ByteSearch.find(b, from + 1, b[from], '\\', 0x20);
    return p < b.length && b[p] == b[from] ? p + 1 : -1;
  }

  /**
   * The position of the next content after a value, past a comment and blank lines, or the end of
   * the text; -1 if the {@link Parser} must read the lines.
   */
  private int nextContent(int end) {
    byte[] b = in.bytes;
    int p = end;
    if (p < b.length && b[p] == ' ') {
      p = ByteSearch.skipSpaces(b, p);
      if (p < b.length && b[p] == '#') {
        p = TextLines.lineEnd(b, p);
      }
    }
    while (p < b.length) {
      if (b[p] != '\n') {
        return -1;
      }
      in.lineStart = p + 1;
      p = ByteSearch.skipSpaces(b, p + 1);
      if (p < b.length && b[p] == '#') {
        p = TextLines.lineEnd(b, p);
      } else if (p < b.length && !Scanner.isOfClass(Scanner.BLANK_OR_COMMENT, b[p])) {
        return p;
      }
    }
    return p;
  }
}
