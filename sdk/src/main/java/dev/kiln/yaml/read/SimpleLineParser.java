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
  private NodeTable out = NodeTable.NONE;
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
  void lines(int stop) {
    colon = -1;
    boolean taken = true;
    while (taken && in.lineStart < stop && in.at < in.bytes.length) {
      int top = owner();
      taken =
          top >= 0
              && (out.kind(open.nodes[top]) == NodeKind.BLOCK_MAP
                  ? entries(top, stop)
                  : isItem(in.at) ? item(top) : endsList(top));
    }
    in.tabbed = false;
    in.commented = false;
    in.onLine = true;
  }

  /**
   * Closes the collections that end before the next content, and returns the collection in its
   * column, or -1.
   */
  private int owner() {
    int top = open.depth - 1;
    while (top >= 0 && open.marks[top] > in.spaces && !open.pending[top]) {
      close(top);
      top--;
    }
    return top >= 0 && open.marks[top] == in.spaces && !open.pending[top] ? top : -1;
  }

  private void close(int top) {
    out.close(open.nodes[top], leaves.lastEnd, open.counts[top]);
    open.depth = top;
  }

  private boolean isItem(int line) {
    return in.bytes[line] == '-' && line + 1 < in.bytes.length && in.bytes[line + 1] == ' ';
  }

  /**
   * Closes a list before the next key of the map that contains it, if both are in the same column.
   */
  private boolean endsList(int top) {
    if (in.blank(in.at + 1) || top == 0 || open.marks[top - 1] != open.marks[top]) {
      return false;
    }
    close(top);
    return true;
  }

  /** Reads an item on one line, or the dash before a map whose first key is plain. */
  private boolean item(int top) {
    int from = in.at + 2;
    if (from >= in.bytes.length) {
      return false;
    }
    if (Scanner.is(Scanner.FIRST, in.bytes[from])) {
      int key = itemKey(from);
      if (key >= 0) {
        return openMap(top, from, in.spaces + 2, key);
      }
    }
    int size = out.size;
    int end = value(from);
    int start = in.lineStart;
    int next = end < 0 ? -1 : content(end);
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
  private int value(int from) {
    byte c = in.bytes[from];
    if (c == '{' || c == '[') {
      return flow(from);
    }
    int kind = NodeKind.of(c);
    int end = kind == NodeKind.PLAIN ? plainValue(in.bytes, from) : quotedValue(in.bytes, from);
    if (end >= 0) {
      out.scalar(kind, from, end, false, from);
    }
    return end;
  }

  /**
   * Adds a flow collection of simple plain and quoted words, and returns the position after it, or
   * -1.
   */
  private int flow(int from) {
    byte[] b = in.bytes;
    boolean map = b[from] == '{';
    int close = map ? '}' : ']';
    int node = out.open(map ? NodeKind.FLOW_MAP : NodeKind.FLOW_LIST, from);
    int count = 0;
    int p = from + 1;
    if (p < b.length && b[p] == close) {
      out.close(node, p + 1, 0);
      return p + 1;
    }
    while (true) {
      if (map) {
        int end = word(p);
        if (end < 0 || b[end] != ':' || b[end + 1] != ' ') {
          return -1;
        }
        out.scalar(NodeKind.PLAIN, p, end, false, p);
        p = end + 2;
      }
      if (p >= b.length) {
        return -1;
      }
      byte c = b[p];
      int kind = NodeKind.of(c);
      int end = kind == NodeKind.PLAIN ? word(p) : quotedValue(b, p);
      if (end < 0 || end + 1 >= b.length) {
        return -1;
      }
      out.scalar(kind, p, end, false, p);
      count++;
      if (b[end] == close) {
        out.close(node, end + 1, count);
        return end + 1;
      }
      if (b[end] != ',' || b[end + 1] != ' ') {
        return -1;
      }
      p = end + 2;
    }
  }

  /** The position after a plain word in a flow collection, or -1. */
  private int word(int from) {
    byte[] b = in.bytes;
    if (from + 1 >= b.length
        || (!Scanner.is(Scanner.FIRST, b[from])
            && (b[from] != '-' || !Scanner.is(Scanner.SAFE, b[from + 1])))) {
      return -1;
    }
    int p = from + 1;
    while (p < b.length && Scanner.is(Scanner.SAFE, b[p])) {
      p++;
    }
    return p + 1 < b.length ? p : -1;
  }

  private boolean openMap(int top, int from, int mark, int firstColon) {
    if (open.depth == YamlLimits.MAX_DEPTH || firstColon - from > YamlLimits.MAX_KEY_BYTES) {
      return false;
    }
    open.counts[top]++;
    open.add(mark, out.open(NodeKind.BLOCK_MAP, from), 0);
    in.at = from;
    in.spaces = mark;
    colon = firstColon;
    return true;
  }

  /** Reads consecutive entries of a map, up to an entry with lines below it. */
  private boolean entries(int top, int stop) {
    byte[] b = in.bytes;
    int key = in.at;
    int mark = in.spaces;
    int start = in.lineStart;
    int found = colon < 0 ? plainKey(b, key) : colon;
    int taken = 0;
    int spaces = mark;
    boolean known = true;
    colon = -1;
    while (true) {
      if (found < 0 || found + 2 >= b.length) {
        known = false;
        break;
      }
      if (b[found + 1] == '\n') {
        known = below(key, found, mark);
        if (known) {
          open.counts[top] += taken + 1;
          return true;
        }
        break;
      }
      int size = out.size;
      out.scalar(NodeKind.PLAIN, key, found, false, key);
      int end = b[found + 1] == ' ' ? value(found + 2) : -1;
      int next = end < 0 ? -1 : content(end);
      if (next < 0 || (next - in.lineStart > mark && next < b.length)) {
        out.size = size;
        known = false;
        break;
      }
      leaves.lastEnd = end;
      taken++;
      key = next;
      start = in.lineStart;
      spaces = next - start;
      if (spaces != mark || start >= stop || next >= b.length) {
        break;
      }
      found = plainKey(b, key);
    }
    open.counts[top] += taken;
    in.at = key;
    in.lineStart = start;
    in.spaces = spaces;
    return known;
  }

  /** Reads a key before a line break. Its value is on the lines below it, or is empty. */
  private boolean below(int key, int end, int mark) {
    byte[] b = in.bytes;
    int start = end + 2;
    int next = ByteSearch.behindSpaces(b, start);
    int spaces = next - start;
    if (next >= b.length
        || Scanner.is(Scanner.UNSURE, b[next])
        || open.depth == YamlLimits.MAX_DEPTH) {
      return false;
    }
    if (b[next] == '-') {
      if (spaces < mark || !isItem(next)) {
        return false;
      }
      out.scalar(NodeKind.PLAIN, key, end, false, key);
      open.add(spaces, out.open(NodeKind.BLOCK_LIST, next), 0);
    } else if (spaces > mark) {
      int first = plainKey(b, next);
      if (first < 0 || !in.blank(first + 1)) {
        return false;
      }
      out.scalar(NodeKind.PLAIN, key, end, false, key);
      open.add(spaces, out.open(NodeKind.BLOCK_MAP, next), 0);
      colon = first;
    } else {
      out.scalar(NodeKind.PLAIN, key, end, false, key);
      out.scalar(NodeKind.PLAIN, end + 1, end + 1, false, key);
      leaves.lastEnd = end + 1;
    }
    in.at = next;
    in.lineStart = start;
    in.spaces = spaces;
    return true;
  }

  /** The position of the colon after an item's first key, or -1. */
  private int itemKey(int from) {
    byte[] b = in.bytes;
    int p = ByteSearch.find(b, from + 1, ':', '#', 0x20);
    while (p < b.length && b[p] == ':' && !in.blank(p + 1)) {
      p = ByteSearch.find(b, p + 1, ':', '#', 0x20);
    }
    return p < b.length && b[p] == ':' && b[p - 1] != ' ' ? p : -1;
  }

  /** The position of the colon after a plain key without blanks and colons, or -1. */
  private static int plainKey(byte[] b, int from) {
    if (from >= b.length || !Scanner.is(Scanner.FIRST, b[from])) {
      return -1;
    }
    int p = ByteSearch.find(b, from + 1, ':', ':', 0x21);
    return p < b.length && b[p] == ':' && p - from <= YamlLimits.MAX_KEY_BYTES ? p : -1;
  }

  /**
   * The position after a plain value that ends on its line, or -1 if the value is not that simple.
   */
  private static int plainValue(byte[] b, int from) {
    if (!Scanner.is(Scanner.FIRST, b[from])
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
      if (c != '#' && (c != ':' || p + 1 == b.length || Scanner.is(Scanner.BLANK, b[p + 1]))) {
        return -1;
      }
      p = ByteSearch.find(b, p + 1, ':', '#', 0x20);
    }
    return -1;
  }

  /** The position after a quoted value without escapes, or -1. */
  private static int quotedValue(byte[] b, int from) {
    int p = ByteSearch.find(b, from + 1, b[from], '\\', 0x20);
    return p < b.length && b[p] == b[from] ? p + 1 : -1;
  }

  /**
   * The position of the next content after a value, past a comment and blank lines, or the end of
   * the text; -1 if the {@link Parser} must read the lines.
   */
  private int content(int end) {
    byte[] b = in.bytes;
    int p = end;
    if (p < b.length && b[p] == ' ') {
      p = ByteSearch.behindSpaces(b, p);
      if (p < b.length && b[p] == '#') {
        p = TextLines.end(b, p);
      }
    }
    while (p < b.length) {
      if (b[p] != '\n') {
        return -1;
      }
      in.lineStart = p + 1;
      p = ByteSearch.behindSpaces(b, p + 1);
      if (p < b.length && b[p] == '#') {
        p = TextLines.end(b, p);
      } else if (p < b.length && !Scanner.is(Scanner.UNSURE, b[p])) {
        return p;
      }
    }
    return p;
  }
}
