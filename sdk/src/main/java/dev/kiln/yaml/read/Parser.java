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

  private static final byte[] NO_TEXT = {};

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
  private final SimpleLineParser simpleLines = new SimpleLineParser(in, open, leaves);
  private @Nullable FlowParser flow;
  private byte[] bytes = in.bytes;
  private NodeTable out = NodeTable.EMPTY;
  private boolean fragment;

  /** The line at which reading ends. The text after it is already known. */
  private int stopPosition = NO_STOP;

  private Slot slot = Slot.DOCUMENT;
  private int indent;

  private void begin(byte[] text, int from, int column, NodeTable table, boolean isFragment) {
    in.begin(text, from, column);
    leaves.begin(table, isFragment);
    simpleLines.begin(table);
    flow = null;
    bytes = text;
    out = table;
    fragment = isFragment;
    stopPosition = NO_STOP;
  }

  /** Forgets the last text and its table, which a parser kept for reuse would keep in memory. */
  public void releaseText() {
    begin(NO_TEXT, 0, 0, NodeTable.EMPTY, false);
  }

  /** Reads all documents of a text. */
  public NodeTable read(byte[] text) {
    int[] ambiguous = checkCharacters(text);
    begin(text, TextLines.hasByteOrderMark(text) ? 3 : 0, 0, new NodeTable(text.length), false);
    readStream();
    AmbiguousCharacters.check(text, out, ambiguous);
    return out;
  }

  /**
   * Reads one node that was cut out of another text and perhaps edited since.
   *
   * @param column the column of its first byte
   * @param origin the text it was cut from, null if it is new
   * @param originNode the node in that text
   */
  public NodeTable readFragment(
      byte[] text, int column, @Nullable YamlSource origin, int originNode) {
    int[] ambiguous = checkCharacters(text);
    begin(text, TextLines.hasByteOrderMark(text) ? 3 : 0, column, new NodeTable(text.length), true);
    if (origin != null) {
      leaves.setOrigin(origin, originNode);
    }
    readRoot();
    AmbiguousCharacters.check(text, out, ambiguous);
    return out;
  }

  /**
   * Parses some entries of a text again. The entries before them and the open collections are
   * given. The entries belong to the innermost collection; they begin at {@code from}, after {@code
   * lastEnd}. Parsing ends at the line at {@code until} (or {@link #NO_STOP}), where the
   * collections down to a given depth must still be open.
   */
  void reparseEntries(
      byte[] text, int from, int lastEnd, int until, NodeTable table, int keepDepth) {
    int column = open.indentsOrStates[open.depth - 1];
    int keptNode = keepDepth < 0 ? -1 : open.nodes[keepDepth];
    if (CharacterCheck.check(text, from, Math.min(until, text.length)).length > 0) {
      throw new BadYaml("ambiguous characters, which need a parse of the whole text", 0, 0);
    }
    begin(text, from, column, table, true);
    stopPosition = until;
    in.atFirstContent = true;
    in.spaces = column;
    leaves.lastEnd = lastEnd;
    if (moveToNextSlot()) {
      readNodes();
    }
    boolean arrived = stopPosition == NO_STOP ? in.isAtEnd() : in.lineStart == stopPosition;
    if (!arrived
        || open.depth <= keepDepth
        || (keepDepth >= 0 && open.nodes[keepDepth] != keptNode)) {
      throw new BadYaml("another text behind the change", 0, 0);
    }
    while (open.depth > keepDepth + 1) {
      closeInnermost();
    }
    if (keepDepth >= 0 && open.pending[keepDepth]) {
      leaves.addNull(leaves.lastEnd);
    }
  }

  private static int[] checkCharacters(byte[] bytes) {
    if (bytes.length > YamlLimits.MAX_BYTES) {
      throw new BadYaml(
          "a text of " + bytes.length + " bytes; " + YamlLimits.MAX_BYTES + " are the most", 0, 0);
    }
    return CharacterCheck.check(bytes, 0, bytes.length);
  }

  private void readRoot() {
    slot = Slot.DOCUMENT;
    indent = -1;
    in.atFirstContent = false;
    int root = out.size;
    readNodes();
    if (!in.isAtEnd()) {
      throw in.error(in.at, "a document marker inside a resource");
    }
    out.endDocument(root);
  }

  private void readStream() {
    in.atFirstContent = true;
    in.skipToContent();
    while (true) {
      in.skipByteOrderMark();
      boolean directives = leaves.tagParser().readDirectives();
      if (in.isAtEnd()) {
        if (directives) {
          throw in.error(in.at, "a document must follow its directives");
        }
        return;
      }
      boolean marker = in.isAtMarker();
      if (marker && bytes[in.at] == '.') {
        if (directives) {
          throw in.error(in.at, "a document must follow its directives");
        }
        skipEndMarker();
        continue;
      }
      if (directives && !marker) {
        throw in.error(in.at, "directives end with a line ---");
      }
      readDocument(marker);
    }
  }

  private void readDocument(boolean marker) {
    indent = -1;
    if (marker) {
      in.at += 3;
      in.atFirstContent = false;
      slot = Slot.MARKER;
    } else {
      slot = Slot.DOCUMENT;
      in.atFirstContent = true;
    }
    int root = out.size;
    readNodes();
    if (!in.isAtEnd() && bytes[in.at] == '.') {
      skipEndMarker();
    }
    out.endDocument(root);
    leaves.tagParser().reset();
  }

  private void skipEndMarker() {
    in.at += 3;
    in.skipToNextLine();
  }

  /**
   * Reads the root of a document and everything below it. It ends at the end of the text or at a
   * document marker.
   */
  private void readNodes() {
    do {
      while (readValue()) {
        // each iteration opened a collection; its first value is the next slot
      }
    } while (moveToNextSlot());
  }

  /**
   * Reads the content of the slot. It returns false after a whole node, and true after the opening
   * of a block collection, up to the first slot of the collection.
   */
  private boolean readValue() {
    int before = in.at;
    boolean line = in.atFirstContent || in.skipSimpleBreak() || in.skipToContent();
    boolean hasTabs = in.hasTab;
    NodeProperties outer = null;
    NodeProperties inner = null;
    while (true) {
      if (in.isAtEnd() || (line && in.isAtMarker())) {
        return fillWithNull(before, leaves.combineProps(outer, inner));
      }
      byte c = bytes[in.at];
      if (line && in.spaces <= indent && !isSameLevelList(c)) {
        if (in.hasTab) {
          throw in.tabError();
        }
        return fillWithNull(before, leaves.combineProps(outer, inner));
      }
      if (c != '&' && c != '!') {
        break;
      }
      inner = leaves.readProperty(inner);
      before = in.at;
      in.atFirstContent = false;
      if (in.skipToContent()) {
        outer = leaves.combineProps(outer, inner);
        inner = null;
        line = true;
        hasTabs = in.hasTab;
      }
    }
    boolean mayOpen = line || (slot != Slot.VALUE && slot != Slot.MARKER);
    return readContent(outer, inner, mayOpen, hasTabs);
  }

  /**
   * Whether this is a list at the same indentation as the key that it belongs to, which is allowed.
   */
  private boolean isSameLevelList(byte c) {
    return c == '-'
        && in.spaces == indent
        && !in.hasTab
        && (slot == Slot.VALUE || slot == Slot.EXPLICIT)
        && in.isBlankOrEnd(in.at + 1);
  }

  private boolean readContent(
      @Nullable NodeProperties outer,
      @Nullable NodeProperties inner,
      boolean mayOpen,
      boolean hasTabs) {
    int start = in.at;
    byte c = bytes[start];
    in.atFirstContent = false;
    if ((c == '-' || c == '?' || c == ':') && in.isBlankOrEnd(start + 1)) {
      if (!mayOpen) {
        throw in.error(start, "a " + collectionName(c) + " cannot begin on this line");
      }
      if (hasTabs) {
        throw in.tabError();
      }
      if (c != ':' && inner != null) {
        throw in.error(
            start, "a " + collectionName(c) + " cannot begin on the line of its anchor or tag");
      }
      return openBlock(c, outer, inner);
    }
    int line = in.lineStart;
    int column = (inner == null ? start : inner.start) - in.lineStart;
    int node;
    if (c == '[' || c == '{') {
      node = flowParser().read(outer, inner);
      in.end = in.at;
    } else if (c == '|' || c == '>') {
      readBlockScalar(c, leaves.combineProps(outer, inner));
      return false;
    } else {
      node = -1;
      leaves.readScalarStart(c, start);
    }
    int colon = colonPosition();
    if (colon >= 0) {
      checkKey(start, line, mayOpen, hasTabs, colon);
      openMap(node, c, start, outer, inner, column);
      in.at = colon + 1;
      return true;
    }
    if (node < 0) {
      finishScalar(c, start, leaves.combineProps(outer, inner));
    } else if (outer != null && inner != null) {
      out.attachProps(leaves.combineProps(outer, inner), node);
    }
    leaves.lastEnd = in.end;
    return false;
  }

  private static String collectionName(byte c) {
    return c == '-' ? "block list" : "block map";
  }

  private boolean openBlock(
      byte c, @Nullable NodeProperties outer, @Nullable NodeProperties inner) {
    int start = in.at;
    int from = inner == null ? start : inner.start;
    int column = from - in.lineStart;
    int node = out.openCollection(c == '-' ? NodeKind.BLOCK_LIST : NodeKind.BLOCK_MAP, from);
    out.attachProps(outer, node);
    open.push(column, node, in);
    in.at = start + 1;
    if (c == ':') {
      out.attachProps(inner, out.addScalar(NodeKind.PLAIN, start, start, false, start));
    }
    openSlot(c == '-' ? Slot.ITEM : c == ':' ? Slot.VALUE : Slot.EXPLICIT, column);
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
      map = out.openCollection(NodeKind.BLOCK_MAP, from);
      out.attachProps(outer, map);
      leaves.addLeaf(c, start, inner);
    } else {
      out.insertMapBefore(node, NodeKind.BLOCK_MAP, from);
      if (outer != null && inner == null) {
        outer.node = node;
      } else if (outer != null) {
        out.attachProps(outer, node);
      }
    }
    open.push(column, map, in);
    openSlot(Slot.VALUE, column);
  }

  private void checkKey(int start, int line, boolean mayOpen, boolean hasTabs, int colon) {
    if (line != in.lineStart) {
      throw in.error(start, "a key must stand on one line");
    }
    if (!mayOpen) {
      throw in.error(colon, "a map cannot begin here, behind a key or marker on the same line");
    }
    if (hasTabs) {
      throw in.tabError();
    }
    leaves.checkKeyLength(start, colon);
  }

  /** The position of the colon that makes the node just read a key, or -1. */
  private int colonPosition() {
    int p = in.afterBlanks(in.at);
    if (p >= in.size || bytes[p] != ':') {
      return -1;
    }
    if (!in.isBlankOrEnd(p + 1)) {
      throw in.error(p, "a colon behind a key needs a blank after it");
    }
    return p;
  }

  private void finishScalar(byte c, int start, @Nullable NodeProperties props) {
    if (c != '"' && c != '\'' && c != '*') {
      in.readPlainContinuation(indent);
    }
    leaves.addLeaf(c, start, props);
  }

  private void readBlockScalar(byte c, @Nullable NodeProperties given) {
    int start = in.at;
    int headerIndent = in.readBlockScalar(indent);
    int node =
        out.addScalar(c == '|' ? NodeKind.LITERAL : NodeKind.FOLDED, start, in.end, true, start);
    var props = given;
    if (headerIndent >= 0) {
      props = props == null ? new NodeProperties() : props;
      props.indent = headerIndent;
    }
    out.attachProps(props, node);
    leaves.lastEnd = in.end;
  }

  /** Fills an empty slot with a null, which may have properties. */
  private boolean fillWithNull(int place, @Nullable NodeProperties props) {
    in.atFirstContent = true;
    int node = out.addScalar(NodeKind.PLAIN, place, place, false, place);
    out.attachProps(props, node);
    leaves.lastEnd = place;
    return false;
  }

  /**
   * Finds the next slot after a node, and closes the collections that ended; false at the end of
   * the document.
   */
  private boolean moveToNextSlot() {
    while (true) {
      if (!in.atFirstContent) {
        in.skipToNextLine();
      }
      if (!in.isAtEnd() && !in.hasTab) {
        simpleLines.readLines(stopPosition);
      }
      if (!in.atFirstContent) {
        continue;
      }
      if (in.lineStart >= stopPosition) {
        return false;
      }
      if (in.isAtEnd() || in.isAtMarker()) {
        while (open.depth > 0) {
          closeInnermost();
        }
        return false;
      }
      if (in.hasTab) {
        throw in.tabError();
      }
      if (!closeToColumn(in.spaces)) {
        throw in.error(in.at, fragment ? "text outside the resource" : misplacedMessage(in.spaces));
      }
      return true;
    }
  }

  /**
   * Closes the collections that end before a line with this indentation, and begins the entry on
   * the line; false if the line is not an entry.
   */
  private boolean closeToColumn(int column) {
    while (open.depth > 0) {
      int mark = open.indentsOrStates[open.depth - 1];
      if (column > mark) {
        throw in.error(in.at, misplacedMessage(column));
      }
      if (column == mark && beginEntry()) {
        return true;
      }
      closeInnermost();
    }
    return false;
  }

  private String misplacedMessage(int column) {
    if (open.depth == 0) {
      return "unexpected text after the end of the document's value";
    }
    var openColumns = new StringBuilder();
    for (int i = 0; i < open.depth && i < 8; i++) {
      openColumns.append(i == 0 ? "" : ", ").append(open.indentsOrStates[i]);
    }
    return "a line indented by " + column + " fits nothing open here (open: " + openColumns + ")";
  }

  /**
   * Begins the next entry of the innermost collection in its column; false if the line does not
   * belong to that collection.
   */
  private boolean beginEntry() {
    int top = open.depth - 1;
    int column = open.indentsOrStates[top];
    byte c = bytes[in.at];
    if (out.kind(open.nodes[top]) == NodeKind.BLOCK_MAP) {
      in.atFirstContent = false;
      readKey(column);
      return true;
    }
    if (c == '-' && in.isBlankOrEnd(in.at + 1)) {
      in.atFirstContent = false;
      in.at++;
      openSlot(Slot.ITEM, column);
      return true;
    }
    if (top > 0 && open.indentsOrStates[top - 1] == column) {
      return false;
    }
    throw in.error(in.at, "expected - and the next item of the list that is indented by " + column);
  }

  private void readKey(int column) {
    int top = open.depth - 1;
    int start = in.at;
    byte c = bytes[start];
    if (open.pending[top]) {
      open.pending[top] = false;
      if (c == ':' && in.isBlankOrEnd(start + 1)) {
        in.at++;
        slot = Slot.EXPLICIT;
        indent = column;
        return;
      }
      out.addScalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, start);
    }
    if (c == '?' && in.isBlankOrEnd(start + 1)) {
      in.at++;
      open.pending[top] = true;
      openSlot(Slot.EXPLICIT, column);
      return;
    }
    NodeProperties props = null;
    while (c == '&' || c == '!') {
      props = leaves.readProperty(props);
      int line = in.lineStart;
      in.skipToContent();
      if (in.isAtEnd() || in.lineStart != line) {
        throw in.error(props.start, "a key must follow its anchor or tag on the same line");
      }
      c = bytes[in.at];
    }
    start = in.at;
    int colon;
    if (c == ':' && in.isBlankOrEnd(start + 1)) {
      colon = start;
      out.attachProps(props, out.addScalar(NodeKind.PLAIN, start, start, false, start));
    } else {
      colon = readImplicitKey(c, start, props);
    }
    in.at = colon + 1;
    openSlot(Slot.VALUE, column);
  }

  private int readImplicitKey(byte c, int start, @Nullable NodeProperties props) {
    int line = in.lineStart;
    if (c == '-' && in.isBlankOrEnd(start + 1)) {
      throw in.error(start, "a list item where a key of the map is expected");
    }
    if (c == '[' || c == '{') {
      flowParser().read(null, props);
      in.end = in.at;
    } else {
      leaves.readScalarStart(c, start);
    }
    int colon = colonPosition();
    if (line != in.lineStart) {
      throw in.error(start, "a key must stand on one line");
    }
    if (colon < 0) {
      throw in.error(start, "expected a key and a colon");
    }
    leaves.checkKeyLength(start, colon);
    if (c != '[' && c != '{') {
      leaves.addLeaf(c, start, props);
    }
    return colon;
  }

  /** The flow parser, created at the first bracket, because most resources have none. */
  private FlowParser flowParser() {
    if (flow == null) {
      flow = new FlowParser(in, out, open, leaves);
    }
    return flow;
  }

  private void openSlot(Slot next, int column) {
    slot = next;
    indent = column;
    open.counts[open.depth - 1]++;
  }

  private void closeInnermost() {
    open.depth--;
    if (open.pending[open.depth]) {
      out.addScalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, leaves.lastEnd);
    }
    out.closeCollection(open.nodes[open.depth], leaves.lastEnd, open.counts[open.depth]);
  }
}
