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
  private static final int AFTER_ENTRY = 5;

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
      skipToContent();
      if (in.isAtEnd()) {
        int bracket = out.start(open.nodes[open.depth - 1]);
        throw in.error(bracket, "a " + (char) bytes[bracket] + " that is not closed (opened here)");
      }
      parseStep();
    }
    return node;
  }

  private void skipToContent() {
    if (in.at < in.size && !Scanner.isOfClass(Scanner.BLANK_OR_COMMENT, bytes[in.at])) {
      return;
    }
    if (in.skipToContent() && in.isAtMarker()) {
      throw in.error(in.at, "a document marker inside a flow collection");
    }
    in.atFirstContent = false;
  }

  private int openFlow(@Nullable NodeProperties props) {
    int start = in.at;
    int node =
        out.openCollection(bytes[start] == '[' ? NodeKind.FLOW_LIST : NodeKind.FLOW_MAP, start);
    out.attachProps(props, node);
    open.push(ENTRY, node, in);
    in.at++;
    return node;
  }

  private void parseStep() {
    int top = open.depth - 1;
    int place = in.at;
    byte c = bytes[place];
    boolean list = out.kind(open.nodes[top]) == NodeKind.FLOW_LIST;
    switch (open.indentsOrStates[top]) {
      case ENTRY -> {
        if (c == (list ? ']' : '}')) {
          closeFlow();
        } else if (c == ',') {
          throw in.error(place, "a comma without a value before it");
        } else if (c == '?' && in.isBlankOrEnd(place + 1)) {
          in.at++;
          if (list) {
            openImplicitPair(place);
          } else {
            open.counts[top]++;
          }
          open.indentsOrStates[open.depth - 1] = EXPLICIT_KEY;
        } else if (c == ':' && in.isBlankOrFlowIndicator(place + 1)) {
          if (list) {
            openImplicitPair(place);
          } else {
            open.counts[top]++;
          }
          leaves.addNull(place);
          in.at++;
          leaves.lastEnd = in.at;
          open.indentsOrStates[open.depth - 1] = VALUE;
        } else {
          open.counts[top]++;
          readNode();
        }
      }
      case EXPLICIT_KEY -> {
        if (c == ':' && in.isBlankOrFlowIndicator(place + 1)) {
          leaves.addNull(place);
          in.at++;
          leaves.lastEnd = in.at;
          open.indentsOrStates[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          leaves.addNull(leaves.lastEnd);
          leaves.addNull(leaves.lastEnd);
          finishEntry(top);
        } else {
          readNode();
        }
      }
      case KEY, JSON_KEY -> {
        if (c == ':'
            && (open.indentsOrStates[top] == JSON_KEY || in.isBlankOrFlowIndicator(place + 1))) {
          in.at++;
          leaves.lastEnd = in.at;
          open.indentsOrStates[top] = VALUE;
        } else if (c == ',' || c == ']' || c == '}') {
          leaves.addNull(leaves.lastEnd);
          finishEntry(top);
        } else {
          throw in.error(place, "expected a colon, a comma or a closing bracket behind a key");
        }
      }
      case VALUE -> {
        if (c == ',' || c == ']' || c == '}') {
          leaves.addNull(leaves.lastEnd);
          finishEntry(top);
        } else {
          readNode();
        }
      }
      default -> {
        if (c == ',') {
          in.at++;
          open.indentsOrStates[top] = ENTRY;
        } else if (c == (list ? ']' : '}')) {
          closeFlow();
        } else {
          throw in.error(place, "expected a comma or " + (list ? "]" : "}") + " behind a value");
        }
      }
    }
  }

  private void openImplicitPair(int place) {
    open.counts[open.depth - 1]++;
    int node = out.openCollection(NodeKind.FLOW_MAP, place);
    open.push(ENTRY, node, in);
    open.counts[open.depth - 1]++;
    open.pending[open.depth - 1] = true;
    leaves.lastEnd = in.at;
  }

  private void closeFlow() {
    in.at++;
    open.depth--;
    int node = open.nodes[open.depth];
    out.closeCollection(node, in.at, open.counts[open.depth]);
    leaves.lastEnd = in.at;
    in.end = in.at;
    if (open.depth > 0 && NodeKind.isFlow(out.kind(open.nodes[open.depth - 1]))) {
      finishNode(node, out.start(node), true);
    }
  }

  /** Reads one node of a flow collection. A collection inside it is only opened. */
  private void readNode() {
    NodeProperties props = null;
    byte c = bytes[in.at];
    while (c == '&' || c == '!') {
      props = leaves.readProperty(props);
      skipToContent();
      if (in.isAtEnd()) {
        return;
      }
      c = bytes[in.at];
    }
    int start = in.at;
    if (c == '[' || c == '{') {
      openFlow(props);
      return;
    }
    boolean isEmpty =
        c == ',' || c == ']' || c == '}' || (c == ':' && in.isBlankOrFlowIndicator(start + 1));
    if (isEmpty) {
      int node = out.addScalar(NodeKind.PLAIN, leaves.lastEnd, leaves.lastEnd, false, start);
      out.attachProps(props, node);
      finishNode(node, props == null ? start : props.start, false);
      return;
    }
    in.needsDecoding = false;
    boolean indicator = (c == '-' || c == '?' || c == ':') && !in.isBlankOrFlowIndicator(start + 1);
    if (indicator || Scanner.isOfClass(Scanner.PLAIN_START, c)) {
      in.readPlainInFlow();
    } else if (c == '-' || c == '?') {
      throw in.error(start, "a " + (char) c + " alone inside a flow collection (put it in quotes)");
    } else {
      leaves.readScalarStart(c, start);
    }
    int node = leaves.addLeaf(c, start, props);
    finishNode(node, props == null ? start : props.start, c == '"' || c == '\'');
  }

  /** Sets the next state after a complete node of the innermost flow collection. */
  private void finishNode(int node, int start, boolean json) {
    int top = open.depth - 1;
    switch (open.indentsOrStates[top]) {
      case EXPLICIT_KEY -> open.indentsOrStates[top] = json ? JSON_KEY : KEY;
      case VALUE -> finishEntry(top);
      default -> {
        if (out.kind(open.nodes[top]) == NodeKind.FLOW_MAP) {
          open.indentsOrStates[top] = json ? JSON_KEY : KEY;
        } else {
          openPairBeforeColon(node, start, json);
        }
      }
    }
  }

  /** Turns an item followed by a colon into the key of a map with one entry. */
  private void openPairBeforeColon(int node, int start, boolean json) {
    int colon = in.afterBlanks(in.at);
    boolean key =
        colon < in.size && bytes[colon] == ':' && (json || in.isBlankOrFlowIndicator(colon + 1));
    if (!key) {
      open.indentsOrStates[open.depth - 1] = AFTER_ENTRY;
      return;
    }
    leaves.checkKeyLength(start, colon);
    for (int p = start; p < colon; p++) {
      if (Scanner.isOfClass(Scanner.BREAK, bytes[p])) {
        throw in.error(start, "a key must stand on one line");
      }
    }
    out.insertMapBefore(node, NodeKind.FLOW_MAP, start);
    open.push(VALUE, node, in);
    open.counts[open.depth - 1] = 1;
    open.pending[open.depth - 1] = true;
    in.at = colon + 1;
    leaves.lastEnd = in.at;
  }

  private void finishEntry(int top) {
    if (!open.pending[top]) {
      open.indentsOrStates[top] = AFTER_ENTRY;
      return;
    }
    open.pending[top] = false;
    open.depth--;
    out.closeCollection(open.nodes[open.depth], leaves.lastEnd, open.counts[open.depth]);
    open.indentsOrStates[open.depth - 1] = AFTER_ENTRY;
  }
}
