package dev.kiln.yaml;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text once and writes its {@link Table}: YAML 1.2 with the leniencies of the Go readers.
 *
 * <p>One loop over a stack of open collections; nothing recurses, so depth costs no stack. What
 * waits for a value is the <em>slot</em>: its indentation and what stands before it on the line.
 */
final class Parser {
  /** Deeper nesting is refused, as the Go readers do. */
  static final int MAX_DEPTH = 10_000;

  /** An implicit key may not be longer. */
  static final int MAX_KEY = 1024;

  /** What a slot stands behind. */
  private enum Slot {
    /** The start of a line of a document. */
    DOCUMENT,
    /** {@code ---} on the same line. */
    MARKER,
    ITEM,
    VALUE,
    EXPLICIT
  }

  private final byte[] bytes;
  private final Scanner in;
  private final Table out;
  private final Tags tags;
  private final boolean fragment;

  /**
   * Of each open collection: indentation (block) or state (flow), its node, how many values it has.
   */
  private int[] marks = new int[32];

  private int[] nodes = new int[32];
  private int[] counts = new int[32];

  /** A block map waits for the value of an explicit key. */
  private boolean[] pending = new boolean[32];

  private int depth;
  private Slot slot = Slot.DOCUMENT;
  private int indent;

  /** Behind the last node that ended. */
  private int lastEnd;

  private Parser(byte[] bytes, int column, boolean fragment) {
    this.bytes = bytes;
    this.fragment = fragment;
    boolean mark =
        bytes.length > 2
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    this.in = new Scanner(bytes, mark ? 3 : 0, column);
    this.out = new Table(bytes.length);
    this.tags = new Tags(in);
  }

  /** All documents of a text. */
  static Table parse(byte[] bytes) {
    int[] doubtful = checked(bytes);
    var parser = new Parser(bytes, 0, false);
    parser.stream();
    Doubts.check(bytes, parser.out, doubtful);
    return parser.out;
  }

  /** One node cut out of a list's text, whose first byte stood at a column. */
  static Table fragment(byte[] bytes, int column) {
    int[] doubtful = checked(bytes);
    var parser = new Parser(bytes, column, true);
    parser.one();
    Doubts.check(bytes, parser.out, doubtful);
    return parser.out;
  }

  private static int[] checked(byte[] bytes) {
    if (bytes.length > Table.MAX_BYTES) {
      throw new BadYaml(
          "a text of " + bytes.length + " bytes; " + Table.MAX_BYTES + " are the most", 0, 0);
    }
    return Characters.check(bytes);
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
    out.endDocument(root, false, false);
  }

  private void stream() {
    in.onLine = true;
    in.skip();
    while (true) {
      in.passMark();
      boolean directives = tags.directives();
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
    boolean ended = !in.ended() && bytes[in.at] == '.';
    if (ended) {
      endMarker();
    }
    out.endDocument(root, marker, ended);
    tags.reset();
  }

  private void endMarker() {
    in.at += 3;
    in.toLine();
  }

  /**
   * Reads the root of a document and all below; ends at the end of the text or a document marker.
   */
  private void nodes() {
    do {
      while (value()) {
        // each turn opened a collection; its first value is the next slot
      }
    } while (next());
  }

  /**
   * Reads what stands in the slot: a whole node (answers false), or the opening of a block
   * collection up to its first slot (answers true).
   */
  private boolean value() {
    int before = in.at;
    boolean line = in.onLine;
    boolean tabs = false;
    if (!line) {
      line = in.nextLine() || in.skip();
      tabs = in.tabbed;
    } else if (in.tabbed) {
      tabs = true;
    }
    Props outer = null;
    Props inner = null;
    while (true) {
      if (in.ended() || line && in.onMarker()) {
        return empty(before, combine(outer, inner));
      }
      byte c = bytes[in.at];
      if (line && in.spaces <= indent && !sameLevelList(c)) {
        if (in.tabbed) {
          throw in.tab();
        }
        return empty(before, combine(outer, inner));
      }
      if (c != '&' && c != '!') {
        break;
      }
      inner = property(inner);
      before = in.at;
      in.onLine = false;
      if (in.skip()) {
        outer = combine(outer, inner);
        inner = null;
        line = true;
        tabs = in.tabbed;
      }
    }
    boolean mayOpen = line || slot != Slot.VALUE && slot != Slot.MARKER;
    return content(outer, inner, mayOpen, tabs);
  }

  /** The items of a list may stand as deep as the key that the list belongs to. */
  private boolean sameLevelList(byte c) {
    return c == '-'
        && in.spaces == indent
        && !in.tabbed
        && (slot == Slot.VALUE || slot == Slot.EXPLICIT)
        && in.blank(in.at + 1);
  }

  private boolean content(
      @Nullable Props outer, @Nullable Props inner, boolean mayOpen, boolean tabs) {
    int start = in.at;
    byte c = bytes[start];
    in.onLine = false;
    if (mayOpen && !tabs && inner == null && Scanner.is(Scanner.FIRST, c)) {
      int plain = plainMap(start, outer);
      if (plain != LONG) {
        return plain == SLOT;
      }
    }
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
      node = flow(outer, inner);
      in.end = in.at;
    } else if (c == '|' || c == '>') {
      blockScalar(c, combine(outer, inner));
      return false;
    } else {
      node = -1;
      scalarStart(c, start);
    }
    int colon = colon(c);
    if (colon >= 0) {
      checkKey(start, line, mayOpen, tabs, colon);
      openMap(node, c, start, outer, inner, column);
      in.at = colon + 1;
      return true;
    }
    if (node < 0) {
      finishScalar(c, start, combine(outer, inner));
    } else if (outer != null && inner != null) {
      out.attach(combine(outer, inner), node);
    }
    lastEnd = in.end;
    return false;
  }

  /** The short way for a block map whose first key is plain. */
  private int plainMap(int start, @Nullable Props outer) {
    int colon = Scanner.plainKey(bytes, start);
    if (colon < 0 || !in.blank(colon + 1)) {
      return LONG;
    }
    int column = start - in.lineStart;
    int map = out.open(Kind.BLOCK_MAP, start);
    out.attach(outer, map);
    push(column, map);
    int quick = plainEntries(depth - 1, column, colon);
    if (quick == LONG) {
      key(column);
      return SLOT;
    }
    return quick;
  }

  private static String opened(byte c) {
    return c == '-' ? "block list" : "block map";
  }

  private boolean openBlock(byte c, @Nullable Props outer, @Nullable Props inner) {
    int start = in.at;
    int from = inner == null ? start : inner.start;
    int column = from - in.lineStart;
    int node = out.open(c == '-' ? Kind.BLOCK_LIST : Kind.BLOCK_MAP, from);
    out.attach(outer, node);
    push(column, node);
    in.at = start + 1;
    if (c == ':') {
      out.attach(inner, out.scalar(Kind.PLAIN, start, start, false, start));
    }
    fill(c == '-' ? Slot.ITEM : c == ':' ? Slot.VALUE : Slot.EXPLICIT, column);
    pending[depth - 1] = c == '?';
    return true;
  }

  /**
   * Opens a block map whose first key was just read: a flow collection at {@code node}, else a
   * scalar.
   */
  private void openMap(
      int node, byte c, int start, @Nullable Props outer, @Nullable Props inner, int column) {
    int from = inner == null ? start : inner.start;
    int map = node;
    if (node < 0) {
      map = out.open(Kind.BLOCK_MAP, from);
      out.attach(outer, map);
      emit(c, start, inner);
    } else {
      out.openBefore(node, Kind.BLOCK_MAP, from);
      if (outer != null && inner == null) {
        outer.node = node;
      } else if (outer != null) {
        out.attach(outer, node);
      }
    }
    push(column, map);
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
    checkLength(start, colon);
  }

  private void checkLength(int start, int colon) {
    if (colon - start > MAX_KEY) {
      throw in.error(start, "a key of more than " + MAX_KEY + " bytes needs ? before it");
    }
  }

  /** Reads a scalar or alias up to where its key's colon would be. */
  private void scalarStart(byte c, int start) {
    if (Scanner.is(Scanner.FIRST, c) || (c == '-' || c == '?' || c == ':')) {
      in.coded = false;
      in.plainInBlock();
    } else if (c == '"' || c == '\'') {
      in.quoted();
    } else if (c == '*') {
      in.name();
      in.end = in.at;
    } else {
      throw in.error(start, "a value cannot begin with " + (char) c + " (put it in quotes)");
    }
  }

  /** The place of the colon that makes a key of what was just read, or -1. */
  private int colon(byte c) {
    int p = in.behindBlanks(in.at);
    if (p >= in.size || bytes[p] != ':') {
      return -1;
    }
    if (!in.blank(p + 1)) {
      throw in.error(p, "a colon behind a key needs a blank after it");
    }
    return p;
  }

  private void finishScalar(byte c, int start, @Nullable Props props) {
    if (c != '"' && c != '\'' && c != '*') {
      in.plainLines(indent);
    }
    emit(c, start, props);
  }

  private int emit(byte c, int start, @Nullable Props props) {
    int end = in.end;
    int node;
    if (c == '*') {
      if (props != null) {
        throw in.error(start, "an alias can have neither anchor nor tag");
      }
      node = out.scalar(Kind.ALIAS, start, end, false, start);
      resolve(node, start, end);
    } else {
      int kind = c == '"' ? Kind.DOUBLE : c == '\'' ? Kind.SINGLE : Kind.PLAIN;
      node = out.scalar(kind, start, end, in.coded, start);
      out.attach(props, node);
    }
    lastEnd = end;
    return node;
  }

  private void resolve(int node, int start, int end) {
    var name =
        new String(bytes, start + 1, end - start - 1, java.nio.charset.StandardCharsets.UTF_8);
    var anchored = out.anchored(name);
    if (anchored == null) {
      if (!fragment) {
        throw in.error(start, "an alias *" + name + " without an anchor &" + name + " before it");
      }
      out.alias(node, -1);
    } else if (out.isOpen(anchored.node)) {
      throw in.error(start, "an alias *" + name + " inside what it stands for");
    } else {
      out.alias(node, anchored.node);
    }
  }

  private void blockScalar(byte c, @Nullable Props given) {
    int start = in.at;
    int wanted = in.block(indent);
    int node = out.scalar(c == '|' ? Kind.LITERAL : Kind.FOLDED, start, in.end, true, start);
    var props = given;
    if (wanted >= 0) {
      props = props == null ? new Props() : props;
      props.indent = wanted;
    }
    out.attach(props, node);
    lastEnd = in.end;
  }

  /** The slot stays empty: null, with properties perhaps. */
  private boolean empty(int place, @Nullable Props props) {
    in.onLine = true;
    int node = out.scalar(Kind.PLAIN, place, place, false, place);
    out.attach(props, node);
    lastEnd = place;
    return false;
  }

  /** Behind a node: finds the next slot, closing what ended; false at the end of the document. */
  private boolean next() {
    while (true) {
      if (!in.onLine) {
        in.toLine();
      }
      if (in.ended() || in.onMarker()) {
        while (depth > 0) {
          pop();
        }
        return false;
      }
      if (in.tabbed) {
        throw in.tab();
      }
      switch (closeTo(in.spaces)) {
        case SLOT -> {
          return true;
        }
        case TAKEN -> {
          // another line is next
        }
        default ->
            throw in.error(in.at, fragment ? "text outside the resource" : misplaced(in.spaces));
      }
    }
  }

  /** Closes what ends before a line indented so far, and begins the entry that the line is. */
  private int closeTo(int column) {
    while (depth > 0) {
      int top = depth - 1;
      int mark = marks[top];
      if (column > mark) {
        throw in.error(in.at, misplaced(column));
      }
      if (column == mark) {
        int quick =
            pending[top] || out.kind(nodes[top]) != Kind.BLOCK_MAP
                ? LONG
                : plainEntries(top, column, Scanner.plainKey(bytes, in.at));
        if (quick != LONG) {
          return quick;
        }
        if (entry()) {
          return SLOT;
        }
      }
      pop();
    }
    return LONG;
  }

  private String misplaced(int column) {
    if (depth == 0) {
      return "unexpected text after the end of the document's value";
    }
    var fits = new StringBuilder();
    for (int i = 0; i < depth && i < 8; i++) {
      fits.append(i == 0 ? "" : ", ").append(marks[i]);
    }
    return "a line indented by " + column + " fits nothing open here (open: " + fits + ")";
  }

  /**
   * Begins the next entry of the innermost collection on its column; false if the line is not for
   * it.
   */
  private boolean entry() {
    int top = depth - 1;
    int column = marks[top];
    byte c = bytes[in.at];
    if (out.kind(nodes[top]) == Kind.BLOCK_MAP) {
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
    if (top > 0 && marks[top - 1] == column) {
      return false;
    }
    throw in.error(in.at, "expected - and the next item of the list that is indented by " + column);
  }

  /** The short way does not know what is next. */
  private static final int LONG = 0;

  /** Whole entries were taken. */
  private static final int TAKEN = 1;

  /** A key was taken, its value waits in the slot. */
  private static final int SLOT = 2;

  /**
   * The short way for what most lines are, {@code key: value} without surprises: takes as many as
   * follow one another. Whatever is not quite so is left, unread, to the long way.
   */
  private int plainEntries(int top, int column, int firstColon) {
    byte[] b = bytes;
    int colon = firstColon;
    int line = in.at;
    int taken = 0;
    int quick = LONG;
    while (true) {
      int value = colon + 2;
      if (colon < 0 || value >= b.length) {
        break;
      }
      if (b[colon + 1] == '\n') {
        out.scalar(Kind.PLAIN, line, colon, false, line);
        lastEnd = colon;
        in.at = colon + 1;
        in.onLine = false;
        slot = Slot.VALUE;
        indent = column;
        taken++;
        quick = SLOT;
        break;
      }
      byte c = b[value];
      int kind = c == '"' ? Kind.DOUBLE : c == '\'' ? Kind.SINGLE : Kind.PLAIN;
      int end = kind == Kind.PLAIN ? Scanner.plainValue(b, value) : Scanner.quotedValue(b, value);
      if (end < 0 || b[colon + 1] != ' ') {
        break;
      }
      int next = Words.behindSpaces(b, end + 1);
      int spaces = next - end - 1;
      boolean content = next < b.length && !Scanner.is(Scanner.UNSURE, b[next]);
      if (content ? spaces > column : kind == Kind.PLAIN && mayGoOn(next)) {
        break;
      }
      out.twoScalars(line, colon, kind, value, end);
      taken++;
      quick = TAKEN;
      lastEnd = end;
      if (!content) {
        in.at = end;
        in.onLine = false;
        break;
      }
      line = next;
      in.at = next;
      in.lineStart = end + 1;
      in.spaces = spaces;
      in.tabbed = false;
      in.commented = false;
      in.onLine = true;
      if (spaces != column) {
        break;
      }
      colon = Scanner.plainKey(b, line);
    }
    counts[top] += taken;
    return quick;
  }

  /**
   * Whether plain text may go on behind a line that has none: a comment would end it, a blank line
   * not.
   */
  private boolean mayGoOn(int line) {
    return line < bytes.length && bytes[line] != '#';
  }

  private void key(int column) {
    int top = depth - 1;
    int start = in.at;
    byte c = bytes[start];
    if (pending[top]) {
      pending[top] = false;
      if (c == ':' && in.blank(start + 1)) {
        in.at++;
        slot = Slot.EXPLICIT;
        indent = column;
        return;
      }
      out.scalar(Kind.PLAIN, lastEnd, lastEnd, false, start);
    }
    if (c == '?' && in.blank(start + 1)) {
      in.at++;
      pending[top] = true;
      fill(Slot.EXPLICIT, column);
      return;
    }
    Props props = null;
    while (c == '&' || c == '!') {
      props = property(props);
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
      out.attach(props, out.scalar(Kind.PLAIN, start, start, false, start));
    } else {
      colon = implicitKey(c, start, props);
    }
    in.at = colon + 1;
    fill(Slot.VALUE, column);
  }

  private int implicitKey(byte c, int start, @Nullable Props props) {
    int line = in.lineStart;
    if (c == '-' && in.blank(start + 1)) {
      throw in.error(start, "a list item where a key of the map is expected");
    }
    if (c == '[' || c == '{') {
      flow(null, props);
      in.end = in.at;
    } else {
      scalarStart(c, start);
    }
    int colon = colon(c);
    if (line != in.lineStart) {
      throw in.error(start, "a key must stand on one line");
    }
    if (colon < 0) {
      throw in.error(start, "expected a key and a colon");
    }
    checkLength(start, colon);
    if (c != '[' && c != '{') {
      emit(c, start, props);
    }
    return colon;
  }

  private void fill(Slot next, int column) {
    slot = next;
    indent = column;
    counts[depth - 1]++;
  }

  private void push(int mark, int node) {
    if (depth == MAX_DEPTH) {
      throw in.error(in.at, "nested deeper than " + MAX_DEPTH + " levels");
    }
    if (depth == marks.length) {
      int wider = 2 * depth;
      marks = Arrays.copyOf(marks, wider);
      nodes = Arrays.copyOf(nodes, wider);
      counts = Arrays.copyOf(counts, wider);
      pending = Arrays.copyOf(pending, wider);
    }
    marks[depth] = mark;
    nodes[depth] = node;
    counts[depth] = 0;
    pending[depth] = false;
    depth++;
  }

  private void pop() {
    depth--;
    if (pending[depth]) {
      out.scalar(Kind.PLAIN, lastEnd, lastEnd, false, lastEnd);
    }
    out.close(nodes[depth], lastEnd, counts[depth]);
  }

  private Props property(@Nullable Props before) {
    var props = before == null ? new Props() : before;
    int start = in.at;
    if (bytes[start] == '&') {
      if (props.anchor != null) {
        throw in.error(start, "a second anchor for one value");
      }
      props.anchor = in.name();
    } else {
      if (props.tag != null) {
        throw in.error(start, "a second tag for one value");
      }
      props.tag = tags.read();
    }
    if (props.start < 0) {
      props.start = start;
    }
    props.end = in.at;
    lastEnd = in.at;
    return props;
  }

  private @Nullable Props combine(@Nullable Props outer, @Nullable Props inner) {
    if (outer == null || inner == null) {
      return outer == null ? inner : outer;
    }
    if (outer.anchor != null && inner.anchor != null) {
      throw in.error(inner.start, "a second anchor for one value");
    }
    if (outer.tag != null && inner.tag != null) {
      throw in.error(inner.start, "a second tag for one value");
    }
    inner.start = outer.start;
    inner.anchor = inner.anchor == null ? outer.anchor : inner.anchor;
    inner.tag = inner.tag == null ? outer.tag : inner.tag;
    return inner;
  }

  // Flow collections: the same stack, with a state in place of the indentation.

  /** An entry may begin. */
  private static final int ENTRY = 0;

  /** Behind {@code ?}: a key may follow. */
  private static final int EXPLICIT_KEY = 1;

  /** Behind a key: a colon may follow. */
  private static final int KEY = 2;

  /** Behind a key that may have its colon right after it: quoted, or a collection. */
  private static final int JSON_KEY = 3;

  /** Behind a colon. */
  private static final int VALUE = 4;

  /** Behind an entry: a comma or the closing bracket. */
  private static final int AFTER = 5;

  /** Reads a flow collection to its closing bracket, and returns its node. */
  private int flow(@Nullable Props outer, @Nullable Props inner) {
    int base = depth;
    int node = openFlow(inner == null ? outer : inner);
    while (depth > base) {
      skipInFlow();
      if (in.ended()) {
        int open = out.start(nodes[depth - 1]);
        throw in.error(open, "a " + (char) bytes[open] + " that is not closed (opened here)");
      }
      flowStep();
    }
    return node;
  }

  private void skipInFlow() {
    if (in.at < in.size && !Scanner.is(Scanner.UNSURE, bytes[in.at])) {
      return;
    }
    if (in.skip() && in.onMarker()) {
      throw in.error(in.at, "a document marker inside a flow collection");
    }
    in.onLine = false;
  }

  private int openFlow(@Nullable Props props) {
    int start = in.at;
    int node = out.open(bytes[start] == '[' ? Kind.FLOW_LIST : Kind.FLOW_MAP, start);
    out.attach(props, node);
    push(ENTRY, node);
    in.at++;
    return node;
  }

  private void flowStep() {
    int top = depth - 1;
    int place = in.at;
    byte c = bytes[place];
    boolean list = out.kind(nodes[top]) == Kind.FLOW_LIST;
    switch (marks[top]) {
      case ENTRY -> {
        if (c == (list ? ']' : '}')) {
          closeFlow();
        } else if (c == ',') {
          throw in.error(place, "a comma without a value before it");
        } else if (c == '?' && in.blank(place + 1)) {
          in.at++;
          if (list) {
            openPair(place);
          } else {
            counts[top]++;
          }
          marks[depth - 1] = EXPLICIT_KEY;
        } else if (c == ':' && in.blankOrFlow(place + 1)) {
          if (list) {
            openPair(place);
          } else {
            counts[top]++;
          }
          missing(place);
          in.at++;
          lastEnd = in.at;
          marks[depth - 1] = VALUE;
        } else {
          counts[top]++;
          flowNode();
        }
      }
      case EXPLICIT_KEY -> {
        if (c == ':' && in.blankOrFlow(place + 1)) {
          missing(place);
          in.at++;
          lastEnd = in.at;
          marks[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          missing(lastEnd);
          missing(lastEnd);
          entryDone(top);
        } else {
          flowNode();
        }
      }
      case KEY, JSON_KEY -> {
        if (c == ':' && (marks[top] == JSON_KEY || in.blankOrFlow(place + 1))) {
          in.at++;
          lastEnd = in.at;
          marks[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          missing(lastEnd);
          entryDone(top);
        } else {
          throw in.error(place, "expected a colon, a comma or a closing bracket behind a key");
        }
      }
      case VALUE -> {
        if (c == ',' || c == ']' || c == '}') {
          missing(lastEnd);
          entryDone(top);
        } else {
          flowNode();
        }
      }
      default -> {
        if (c == ',') {
          in.at++;
          marks[top] = ENTRY;
        } else if (c == (list ? ']' : '}')) {
          closeFlow();
        } else {
          throw in.error(place, "expected a comma or " + (list ? "]" : "}") + " behind a value");
        }
      }
    }
  }

  private void missing(int place) {
    out.scalar(Kind.PLAIN, place, place, false, place);
    lastEnd = place;
  }

  private void openPair(int place) {
    counts[depth - 1]++;
    int node = out.open(Kind.FLOW_MAP, place);
    push(ENTRY, node);
    counts[depth - 1]++;
    pending[depth - 1] = true;
    lastEnd = in.at;
  }

  private void closeFlow() {
    in.at++;
    depth--;
    int node = nodes[depth];
    out.close(node, in.at, counts[depth]);
    lastEnd = in.at;
    in.end = in.at;
    if (depth > 0 && Kind.isFlow(out.kind(nodes[depth - 1]))) {
      flowDone(node, out.start(node), true);
    }
  }

  /** Reads one node of a flow collection; a collection in it is only opened. */
  private void flowNode() {
    Props props = null;
    byte c = bytes[in.at];
    while (c == '&' || c == '!') {
      props = property(props);
      skipInFlow();
      if (in.ended()) {
        return;
      }
      c = bytes[in.at];
    }
    int start = in.at;
    if (c == '[' || c == '{') {
      openFlow(props);
      return;
    }
    boolean stops = c == ',' || c == ']' || c == '}' || c == ':' && in.blankOrFlow(start + 1);
    if (stops) {
      int node = out.scalar(Kind.PLAIN, lastEnd, lastEnd, false, start);
      out.attach(props, node);
      flowDone(node, props == null ? start : props.start, false);
      return;
    }
    in.coded = false;
    boolean indicator = (c == '-' || c == '?' || c == ':') && !in.blankOrFlow(start + 1);
    if (indicator || Scanner.is(Scanner.FIRST, c)) {
      in.plainInFlow();
    } else if (c == '-' || c == '?') {
      throw in.error(start, "a " + (char) c + " alone inside a flow collection (put it in quotes)");
    } else {
      scalarStart(c, start);
    }
    int node = emit(c, start, props);
    flowDone(node, props == null ? start : props.start, c == '"' || c == '\'');
  }

  /** A node of the innermost flow collection is whole: what may follow? */
  private void flowDone(int node, int start, boolean json) {
    int top = depth - 1;
    switch (marks[top]) {
      case EXPLICIT_KEY -> marks[top] = json ? JSON_KEY : KEY;
      case VALUE -> entryDone(top);
      default -> {
        if (out.kind(nodes[top]) == Kind.FLOW_MAP) {
          marks[top] = json ? JSON_KEY : KEY;
        } else {
          pair(node, start, json);
        }
      }
    }
  }

  /** A list's item that a colon follows is the key of a map of one entry. */
  private void pair(int node, int start, boolean json) {
    int colon = in.behindBlanks(in.at);
    boolean key = colon < in.size && bytes[colon] == ':' && (json || in.blankOrFlow(colon + 1));
    if (!key) {
      marks[depth - 1] = AFTER;
      return;
    }
    checkLength(start, colon);
    for (int p = start; p < colon; p++) {
      if (Scanner.is(Scanner.BREAK, bytes[p])) {
        throw in.error(start, "a key must stand on one line");
      }
    }
    out.openBefore(node, Kind.FLOW_MAP, start);
    push(VALUE, node);
    counts[depth - 1] = 1;
    pending[depth - 1] = true;
    in.at = colon + 1;
    lastEnd = in.at;
  }

  private void entryDone(int top) {
    if (!pending[top]) {
      marks[top] = AFTER;
      return;
    }
    pending[top] = false;
    depth--;
    out.close(nodes[depth], lastEnd, counts[depth]);
    marks[depth - 1] = AFTER;
  }
}
