package dev.kiln.yaml.read;

import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeProperties;
import dev.kiln.yaml.table.NodeTable;
import org.jspecify.annotations.Nullable;

/**
 * Reads flow collections. They are on the same stack as block collections, with a state instead of
 * an indentation.
 */
final class FlowParser {
  /** An entry may begin. */
  private static final int ENTRY = 0;

  /** After {@code ?}: a key may follow. */
  private static final int EXPLICIT_KEY = 1;

  /** After a key: a colon may follow. */
  private static final int KEY = 2;

  /** After a quoted key or a collection as key: a colon may follow directly. */
  private static final int JSON_KEY = 3;

  /** After a colon. */
  private static final int VALUE = 4;

  /** After an entry: a comma or the closing bracket must follow. */
  private static final int AFTER = 5;

  private final Scanner in;
  private final NodeTable out;
  private final OpenCollections open;
  private final LeafParser leaves;
  private final byte[] bytes;

  FlowParser(Scanner in, NodeTable out, OpenCollections open, LeafParser leaves) {
    this.in = in;
    this.out = out;
    this.open = open;
    this.leaves = leaves;
    this.bytes = in.bytes;
  }

  /** Reads a flow collection up to its closing bracket, and returns its node. */
  int read(@Nullable NodeProperties outer, @Nullable NodeProperties inner) {
    int base = open.depth;
    int node = openFlow(inner == null ? outer : inner);
    while (open.depth > base) {
      skipInFlow();
      if (in.ended()) {
        int bracket = out.start(open.nodes[open.depth - 1]);
        throw in.error(bracket, "a " + (char) bytes[bracket] + " that is not closed (opened here)");
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

  private int openFlow(@Nullable NodeProperties props) {
    int start = in.at;
    int node = out.open(bytes[start] == '[' ? NodeKind.FLOW_LIST : NodeKind.FLOW_MAP, start);
    out.attach(props, node);
    open.push(ENTRY, node, in);
    in.at++;
    return node;
  }

  private void flowStep() {
    int top = open.depth - 1;
    int place = in.at;
    byte c = bytes[place];
    boolean list = out.kind(open.nodes[top]) == NodeKind.FLOW_LIST;
    switch (open.marks[top]) {
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
            open.counts[top]++;
          }
          open.marks[open.depth - 1] = EXPLICIT_KEY;
        } else if (c == ':' && in.blankOrFlow(place + 1)) {
          if (list) {
            openPair(place);
          } else {
            open.counts[top]++;
          }
          leaves.missing(place);
          in.at++;
          leaves.lastEnd = in.at;
          open.marks[open.depth - 1] = VALUE;
        } else {
          open.counts[top]++;
          flowNode();
        }
      }
      case EXPLICIT_KEY -> {
        if (c == ':' && in.blankOrFlow(place + 1)) {
          leaves.missing(place);
          in.at++;
          leaves.lastEnd = in.at;
          open.marks[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          leaves.missing(leaves.lastEnd);
          leaves.missing(leaves.lastEnd);
          entryDone(top);
        } else {
          flowNode();
        }
      }
      case KEY, JSON_KEY -> {
        if (c == ':' && (open.marks[top] == JSON_KEY || in.blankOrFlow(place + 1))) {
          in.at++;
          leaves.lastEnd = in.at;
          open.marks[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          leaves.missing(leaves.lastEnd);
          entryDone(top);
        } else {
          throw in.error(place, "expected a colon, a comma or a closing bracket behind a key");
        }
      }
      case VALUE -> {
        if (c == ',' || c == ']' || c == '}') {
          leaves.missing(leaves.lastEnd);
          entryDone(top);
        } else {
          flowNode();
        }
      }
      default -> {
        if (c == ',') {
          in.at++;
          open.marks[top] = ENTRY;
        } else if (c == (list ? ']' : '}')) {
          closeFlow();
        } else {
          throw in.error(place, "expected a comma or " + (list ? "]" : "}") + " behind a value");
        }
      }
    }
  }

  private void openPair(int place) {
    open.counts[open.depth - 1]++;
    int node = out.open(NodeKind.FLOW_MAP, place);
    open.push(ENTRY, node, in);
    open.counts[open.depth - 1]++;
    open.pending[open.depth - 1] = true;
    leaves.lastEnd = in.at;
  }

  private void closeFlow() {
    in.at++;
    open.depth--;
    int node = open.nodes[open.depth];
    out.close(node, in.at, open.counts[open.depth]);
    leaves.lastEnd = in.at;
    in.end = in.at;
    if (open.depth > 0 && NodeKind.isFlow(out.kind(open.nodes[open.depth - 1]))) {
      flowDone(node, out.start(node), true);
    }
  }

  /** Reads one node of a flow collection. A collection inside it is only opened. */
  private void flowNode() {
    NodeProperties props = null;
    byte c = bytes[in.at];
    while (c == '&' || c == '!') {
      props = leaves.property(props);
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
    boolean stops = c == ',' || c == ']' || c == '}' || (c == ':' && in.blankOrFlow(start + 1));
    if (stops) {
      int node = out.scalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, start);
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
      leaves.scalarStart(c, start);
    }
    int node = leaves.emit(c, start, props);
    flowDone(node, props == null ? start : props.start, c == '"' || c == '\'');
  }

  /** Sets the next state after a complete node of the innermost flow collection. */
  private void flowDone(int node, int start, boolean json) {
    int top = open.depth - 1;
    switch (open.marks[top]) {
      case EXPLICIT_KEY -> open.marks[top] = json ? JSON_KEY : KEY;
      case VALUE -> entryDone(top);
      default -> {
        if (out.kind(open.nodes[top]) == NodeKind.FLOW_MAP) {
          open.marks[top] = json ? JSON_KEY : KEY;
        } else {
          pair(node, start, json);
        }
      }
    }
  }

  /** Turns an item followed by a colon into the key of a map with one entry. */
  private void pair(int node, int start, boolean json) {
    int colon = in.behindBlanks(in.at);
    boolean key = colon < in.size && bytes[colon] == ':' && (json || in.blankOrFlow(colon + 1));
    if (!key) {
      open.marks[open.depth - 1] = AFTER;
      return;
    }
    leaves.checkLength(start, colon);
    for (int p = start; p < colon; p++) {
      if (Scanner.is(Scanner.BREAK, bytes[p])) {
        throw in.error(start, "a key must stand on one line");
      }
    }
    out.openBefore(node, NodeKind.FLOW_MAP, start);
    open.push(VALUE, node, in);
    open.counts[open.depth - 1] = 1;
    open.pending[open.depth - 1] = true;
    in.at = colon + 1;
    leaves.lastEnd = in.at;
  }

  private void entryDone(int top) {
    if (!open.pending[top]) {
      open.marks[top] = AFTER;
      return;
    }
    open.pending[top] = false;
    open.depth--;
    out.close(open.nodes[open.depth], leaves.lastEnd, open.counts[open.depth]);
    open.marks[open.depth - 1] = AFTER;
  }
}
