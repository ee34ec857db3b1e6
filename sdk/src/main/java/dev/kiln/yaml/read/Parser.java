package dev.kiln.yaml.read;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeProperties;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.table.YamlLimits;
import org.jspecify.annotations.Nullable;

/**
 * Parses a text in one pass and writes its {@link NodeTable}. It accepts YAML 1.2 with the
 * leniencies of the Go readers.
 *
 * <p>The parser is one loop over a stack of open collections. It does not recurse, so a deep text
 * cannot overflow the call stack. A <em>slot</em> is a place that waits for a value. It consists of
 * its indentation and of what stands before it on the line.
 */
public final class Parser {
  /** Reads to the end of the text. */
  static final int NO_STOP = Integer.MAX_VALUE;

  /** The text before a slot. */
  private enum Slot {
    /** The start of a line of a document. */
    DOCUMENT,
    /** {@code ---} on the same line. */
    MARKER,
    ITEM,
    VALUE,
    EXPLICIT
  }

  private final Scanner in = new Scanner();

  /** The stack of open collections, empty before and after each reading. */
  final OpenCollections open = new OpenCollections();

  private final LeafParser leaves = new LeafParser(in);
  private final SimpleLineParser quick = new SimpleLineParser(in, open, leaves);
  private @Nullable FlowParser flow;
  private byte[] bytes = in.bytes;
  private NodeTable out = NodeTable.NONE;
  private boolean fragment;

  /** The line at which reading ends. The text after it is already known. */
  private int stop = NO_STOP;

  private Slot slot = Slot.DOCUMENT;
  private int indent;

  private void begin(byte[] text, int from, int column, NodeTable table, boolean isFragment) {
    in.begin(text, from, column);
    leaves.begin(table, isFragment);
    quick.begin(table);
    flow = null;
    bytes = text;
    out = table;
    fragment = isFragment;
    stop = NO_STOP;
  }

  /** Reads all documents of a text. */
  public NodeTable read(byte[] text) {
    int[] doubtful = checked(text);
    begin(text, TextLines.hasMark(text) ? 3 : 0, 0, new NodeTable(text.length), false);
    stream();
    AmbiguousCharacters.check(text, out, doubtful);
    return out;
  }

  /**
   * Reads one node that was cut out of another text and perhaps edited since.
   *
   * @param column the column of its first byte
   * @param origin the text it was cut from, null if it is new
   * @param originNode the node in that text
   */
  public NodeTable fragment(byte[] text, int column, @Nullable YamlSource origin, int originNode) {
    int[] doubtful = checked(text);
    begin(text, TextLines.hasMark(text) ? 3 : 0, column, new NodeTable(text.length), true);
    if (origin != null) {
      leaves.cutFrom(origin, originNode);
    }
    one();
    AmbiguousCharacters.check(text, out, doubtful);
    return out;
  }

  /**
   * Parses some entries of a text again. The entries before them and the open collections are
   * given. The entries belong to the innermost collection; they begin at {@code from}, after {@code
   * lastEnd}. Parsing ends at the line at {@code until} (or {@link #NO_STOP}), where the
   * collections down to a given depth must still be open.
   */
  void again(byte[] text, int from, int lastEnd, int until, NodeTable table, int keep) {
    int column = open.marks[open.depth - 1];
    int kept = keep < 0 ? -1 : open.nodes[keep];
    if (CharacterCheck.check(text, from, Math.min(until, text.length)).length > 0) {
      throw new BadYaml("characters to be held against the whole table", 0, 0);
    }
    begin(text, from, column, table, true);
    stop = until;
    in.onLine = true;
    in.spaces = column;
    leaves.lastEnd = lastEnd;
    if (next()) {
      nodes();
    }
    boolean arrived = stop == NO_STOP ? in.ended() : in.lineStart == stop;
    if (!arrived || open.depth <= keep || (keep >= 0 && open.nodes[keep] != kept)) {
      throw new BadYaml("another text behind the change", 0, 0);
    }
    while (open.depth > keep + 1) {
      pop();
    }
    if (keep >= 0 && open.pending[keep]) {
      leaves.missing(leaves.lastEnd);
    }
  }

  private static int[] checked(byte[] bytes) {
    if (bytes.length > YamlLimits.MAX_BYTES) {
      throw new BadYaml(
          "a text of " + bytes.length + " bytes; " + YamlLimits.MAX_BYTES + " are the most", 0, 0);
    }
    return CharacterCheck.check(bytes, 0, bytes.length);
  }

  private void one() {
    slot = Slot.DOCUMENT;
    indent = -1;
    in.onLine = false;
    int root = out.size;
    nodes();
    if (!in.ended()) {
      throw in.error(in.at, "a document marker inside a resource");
    }
    out.endDocument(root);
  }

  private void stream() {
    in.onLine = true;
    in.skip();
    while (true) {
      in.passMark();
      boolean directives = leaves.tags().directives();
      if (in.ended()) {
        if (directives) {
          throw in.error(in.at, "a document must follow its directives");
        }
        return;
      }
      boolean marker = in.onMarker();
      if (marker && bytes[in.at] == '.') {
        if (directives) {
          throw in.error(in.at, "a document must follow its directives");
        }
        endMarker();
        continue;
      }
      if (directives && !marker) {
        throw in.error(in.at, "directives end with a line ---");
      }
      document(marker);
    }
  }

  private void document(boolean marker) {
    indent = -1;
    if (marker) {
      in.at += 3;
      in.onLine = false;
      slot = Slot.MARKER;
    } else {
      slot = Slot.DOCUMENT;
      in.onLine = true;
    }
    int root = out.size;
    nodes();
    if (!in.ended() && bytes[in.at] == '.') {
      endMarker();
    }
    out.endDocument(root);
    leaves.tags().reset();
  }

  private void endMarker() {
    in.at += 3;
    in.toLine();
  }

  /**
   * Reads the root of a document and everything below it. It ends at the end of the text or at a
   * document marker.
   */
  private void nodes() {
    do {
      while (value()) {
        // each iteration opened a collection; its first value is the next slot
      }
    } while (next());
  }

  /**
   * Reads the content of the slot. It returns false after a whole node, and true after the opening
   * of a block collection, up to the first slot of the collection.
   */
  private boolean value() {
    int before = in.at;
    boolean line = in.onLine || in.nextLine() || in.skip();
    boolean tabs = in.tabbed;
    NodeProperties outer = null;
    NodeProperties inner = null;
    while (true) {
      if (in.ended() || (line && in.onMarker())) {
        return empty(before, leaves.combine(outer, inner));
      }
      byte c = bytes[in.at];
      if (line && in.spaces <= indent && !sameLevelList(c)) {
        if (in.tabbed) {
          throw in.tab();
        }
        return empty(before, leaves.combine(outer, inner));
      }
      if (c != '&' && c != '!') {
        break;
      }
      inner = leaves.property(inner);
      before = in.at;
      in.onLine = false;
      if (in.skip()) {
        outer = leaves.combine(outer, inner);
        inner = null;
        line = true;
        tabs = in.tabbed;
      }
    }
    boolean mayOpen = line || (slot != Slot.VALUE && slot != Slot.MARKER);
    return content(outer, inner, mayOpen, tabs);
  }

  /**
   * Whether this is a list at the same indentation as the key that it belongs to, which is allowed.
   */
  private boolean sameLevelList(byte c) {
    return c == '-'
        && in.spaces == indent
        && !in.tabbed
        && (slot == Slot.VALUE || slot == Slot.EXPLICIT)
        && in.blank(in.at + 1);
  }

  private boolean content(
      @Nullable NodeProperties outer,
      @Nullable NodeProperties inner,
      boolean mayOpen,
      boolean tabs) {
    int start = in.at;
    byte c = bytes[start];
    in.onLine = false;
    if ((c == '-' || c == '?' || c == ':') && in.blank(start + 1)) {
      if (!mayOpen) {
        throw in.error(start, "a " + opened(c) + " cannot begin on this line");
      }
      if (tabs) {
        throw in.tab();
      }
      if (c != ':' && inner != null) {
        throw in.error(start, "a " + opened(c) + " cannot begin on the line of its anchor or tag");
      }
      return openBlock(c, outer, inner);
    }
    int line = in.lineStart;
    int column = (inner == null ? start : inner.start) - in.lineStart;
    int node;
    if (c == '[' || c == '{') {
      node = flow().read(outer, inner);
      in.end = in.at;
    } else if (c == '|' || c == '>') {
      blockScalar(c, leaves.combine(outer, inner));
      return false;
    } else {
      node = -1;
      leaves.scalarStart(c, start);
    }
    int colon = colon();
    if (colon >= 0) {
      checkKey(start, line, mayOpen, tabs, colon);
      openMap(node, c, start, outer, inner, column);
      in.at = colon + 1;
      return true;
    }
    if (node < 0) {
      finishScalar(c, start, leaves.combine(outer, inner));
    } else if (outer != null && inner != null) {
      out.attach(leaves.combine(outer, inner), node);
    }
    leaves.lastEnd = in.end;
    return false;
  }

  private static String opened(byte c) {
    return c == '-' ? "block list" : "block map";
  }

  private boolean openBlock(
      byte c, @Nullable NodeProperties outer, @Nullable NodeProperties inner) {
    int start = in.at;
    int from = inner == null ? start : inner.start;
    int column = from - in.lineStart;
    int node = out.open(c == '-' ? NodeKind.BLOCK_LIST : NodeKind.BLOCK_MAP, from);
    out.attach(outer, node);
    open.push(column, node, in);
    in.at = start + 1;
    if (c == ':') {
      out.attach(inner, out.scalar(NodeKind.PLAIN, start, start, false, start));
    }
    fill(c == '-' ? Slot.ITEM : c == ':' ? Slot.VALUE : Slot.EXPLICIT, column);
    open.pending[open.depth - 1] = c == '?';
    return true;
  }

  /**
   * Opens a block map whose first key was just read. The key is the flow collection at {@code
   * node}, or else a scalar.
   */
  private void openMap(
      int node,
      byte c,
      int start,
      @Nullable NodeProperties outer,
      @Nullable NodeProperties inner,
      int column) {
    int from = inner == null ? start : inner.start;
    int map = node;
    if (node < 0) {
      map = out.open(NodeKind.BLOCK_MAP, from);
      out.attach(outer, map);
      leaves.emit(c, start, inner);
    } else {
      out.openBefore(node, NodeKind.BLOCK_MAP, from);
      if (outer != null && inner == null) {
        outer.node = node;
      } else if (outer != null) {
        out.attach(outer, node);
      }
    }
    open.push(column, map, in);
    fill(Slot.VALUE, column);
  }

  private void checkKey(int start, int line, boolean mayOpen, boolean tabs, int colon) {
    if (line != in.lineStart) {
      throw in.error(start, "a key must stand on one line");
    }
    if (!mayOpen) {
      throw in.error(colon, "a map cannot begin here, behind a key or marker on the same line");
    }
    if (tabs) {
      throw in.tab();
    }
    leaves.checkLength(start, colon);
  }

  /** The position of the colon that makes the node just read a key, or -1. */
  private int colon() {
    int p = in.behindBlanks(in.at);
    if (p >= in.size || bytes[p] != ':') {
      return -1;
    }
    if (!in.blank(p + 1)) {
      throw in.error(p, "a colon behind a key needs a blank after it");
    }
    return p;
  }

  private void finishScalar(byte c, int start, @Nullable NodeProperties props) {
    if (c != '"' && c != '\'' && c != '*') {
      in.plainLines(indent);
    }
    leaves.emit(c, start, props);
  }

  private void blockScalar(byte c, @Nullable NodeProperties given) {
    int start = in.at;
    int wanted = in.block(indent);
    int node =
        out.scalar(c == '|' ? NodeKind.LITERAL : NodeKind.FOLDED, start, in.end, true, start);
    var props = given;
    if (wanted >= 0) {
      props = props == null ? new NodeProperties() : props;
      props.indent = wanted;
    }
    out.attach(props, node);
    leaves.lastEnd = in.end;
  }

  /** Fills an empty slot with a null, which may have properties. */
  private boolean empty(int place, @Nullable NodeProperties props) {
    in.onLine = true;
    int node = out.scalar(NodeKind.PLAIN, place, place, false, place);
    out.attach(props, node);
    leaves.lastEnd = place;
    return false;
  }

  /**
   * Finds the next slot after a node, and closes the collections that ended; false at the end of
   * the document.
   */
  private boolean next() {
    while (true) {
      if (!in.onLine) {
        in.toLine();
      }
      if (!in.ended() && !in.tabbed) {
        quick.lines(stop);
      }
      if (!in.onLine) {
        continue;
      }
      if (in.lineStart >= stop) {
        return false;
      }
      if (in.ended() || in.onMarker()) {
        while (open.depth > 0) {
          pop();
        }
        return false;
      }
      if (in.tabbed) {
        throw in.tab();
      }
      if (!closeTo(in.spaces)) {
        throw in.error(in.at, fragment ? "text outside the resource" : misplaced(in.spaces));
      }
      return true;
    }
  }

  /**
   * Closes the collections that end before a line with this indentation, and begins the entry on
   * the line; false if the line is not an entry.
   */
  private boolean closeTo(int column) {
    while (open.depth > 0) {
      int mark = open.marks[open.depth - 1];
      if (column > mark) {
        throw in.error(in.at, misplaced(column));
      }
      if (column == mark && entry()) {
        return true;
      }
      pop();
    }
    return false;
  }

  private String misplaced(int column) {
    if (open.depth == 0) {
      return "unexpected text after the end of the document's value";
    }
    var fits = new StringBuilder();
    for (int i = 0; i < open.depth && i < 8; i++) {
      fits.append(i == 0 ? "" : ", ").append(open.marks[i]);
    }
    return "a line indented by " + column + " fits nothing open here (open: " + fits + ")";
  }

  /**
   * Begins the next entry of the innermost collection in its column; false if the line does not
   * belong to that collection.
   */
  private boolean entry() {
    int top = open.depth - 1;
    int column = open.marks[top];
    byte c = bytes[in.at];
    if (out.kind(open.nodes[top]) == NodeKind.BLOCK_MAP) {
      in.onLine = false;
      key(column);
      return true;
    }
    if (c == '-' && in.blank(in.at + 1)) {
      in.onLine = false;
      in.at++;
      fill(Slot.ITEM, column);
      return true;
    }
    if (top > 0 && open.marks[top - 1] == column) {
      return false;
    }
    throw in.error(in.at, "expected - and the next item of the list that is indented by " + column);
  }

  private void key(int column) {
    int top = open.depth - 1;
    int start = in.at;
    byte c = bytes[start];
    if (open.pending[top]) {
      open.pending[top] = false;
      if (c == ':' && in.blank(start + 1)) {
        in.at++;
        slot = Slot.EXPLICIT;
        indent = column;
        return;
      }
      out.scalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, start);
    }
    if (c == '?' && in.blank(start + 1)) {
      in.at++;
      open.pending[top] = true;
      fill(Slot.EXPLICIT, column);
      return;
    }
    NodeProperties props = null;
    while (c == '&' || c == '!') {
      props = leaves.property(props);
      int line = in.lineStart;
      in.skip();
      if (in.ended() || in.lineStart != line) {
        throw in.error(props.start, "a key must follow its anchor or tag on the same line");
      }
      c = bytes[in.at];
    }
    start = in.at;
    int colon;
    if (c == ':' && in.blank(start + 1)) {
      colon = start;
      out.attach(props, out.scalar(NodeKind.PLAIN, start, start, false, start));
    } else {
      colon = implicitKey(c, start, props);
    }
    in.at = colon + 1;
    fill(Slot.VALUE, column);
  }

  private int implicitKey(byte c, int start, @Nullable NodeProperties props) {
    int line = in.lineStart;
    if (c == '-' && in.blank(start + 1)) {
      throw in.error(start, "a list item where a key of the map is expected");
    }
    if (c == '[' || c == '{') {
      flow().read(null, props);
      in.end = in.at;
    } else {
      leaves.scalarStart(c, start);
    }
    int colon = colon();
    if (line != in.lineStart) {
      throw in.error(start, "a key must stand on one line");
    }
    if (colon < 0) {
      throw in.error(start, "expected a key and a colon");
    }
    leaves.checkLength(start, colon);
    if (c != '[' && c != '{') {
      leaves.emit(c, start, props);
    }
    return colon;
  }

  /** The flow parser, created at the first bracket, because most resources have none. */
  private FlowParser flow() {
    if (flow == null) {
      flow = new FlowParser(in, out, open, leaves);
    }
    return flow;
  }

  private void fill(Slot next, int column) {
    slot = next;
    indent = column;
    open.counts[open.depth - 1]++;
  }

  private void pop() {
    open.depth--;
    if (open.pending[open.depth]) {
      out.scalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, leaves.lastEnd);
    }
    out.close(open.nodes[open.depth], leaves.lastEnd, open.counts[open.depth]);
  }
}
