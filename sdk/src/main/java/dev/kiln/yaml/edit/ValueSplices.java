package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.BlockScalarWriter;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.EditValues;
import dev.kiln.yaml.write.NodeCopier;
import dev.kiln.yaml.write.ScalarFormatter;
import dev.kiln.yaml.write.TextLayout;
import org.jspecify.annotations.Nullable;

/** Replaces one value with another, whatever their styles and positions. */
final class ValueSplices {
  private final Splicer in;
  private final YamlSource source;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final int node;
  private final int parent;
  private final int key;
  private final int kind;
  private final int props;
  private final int end;
  private final @Nullable Object value;

  /** The quotes to keep. */
  private final int quotes;

  /** Whether the new text ends in a block scalar. */
  private boolean endsInLiteral;

  private enum Form {
    INLINE,
    LITERAL,
    BLOCK
  }

  private ValueSplices(Splicer in, NodePosition spot, @Nullable Object value) {
    this.in = in;
    this.source = in.source;
    this.bytes = in.bytes;
    this.out = in.splices.text;
    this.node = spot.node();
    this.parent = spot.parent();
    this.key = spot.key();
    this.kind = source.kind(node);
    this.props = source.propsStart(node);
    this.end = source.end(node);
    this.value = EditValues.known(value);
    this.quotes = NodeKind.isQuoted(kind) ? kind : NodeKind.PLAIN;
  }

  static void replace(Splicer in, Replacement change) {
    var replacing = new ValueSplices(in, change.spot, change.value);
    if (NodeKind.isFlow(replacing.kind) && replacing.isCollection() && !change.block) {
      replacing.flowInPlace();
    } else {
      replacing.anyhow();
    }
  }

  /** Replaces a block collection that loses all its entries or items. */
  static void empty(Splicer in, NodePosition spot, Object value) {
    new ValueSplices(in, spot, value).anyhow();
  }

  private void anyhow() {
    if (parent >= 0 && NodeKind.isFlow(source.kind(parent))) {
      inFlow();
    } else if (key >= 0) {
      inMap();
    } else {
      inList();
    }
  }

  private boolean isCollection() {
    return value != null && (EditValues.isMap(value) || EditValues.isList(value));
  }

  private boolean isEmptyText() {
    return props == end;
  }

  private Form form() {
    if (isCollection()) {
      return value == null
              || EditValues.isEmpty(value)
              || (value instanceof Node n && isOneLineFlow(n))
          ? Form.INLINE
          : Form.BLOCK;
    }
    var lines = quotes == NodeKind.PLAIN ? ScalarFormatter.lines(value) : null;
    boolean literal =
        lines != null && parent >= 0 && in.literals() && BlockScalarWriter.fits(lines);
    return literal ? Form.LITERAL : Form.INLINE;
  }

  private static boolean isOneLineFlow(Node value) {
    return value.style() == Style.FLOW && NodeCopier.flow(new ByteBuilder(64), value);
  }

  /** Replaces a flow collection with another one. */
  private void flowInPlace() {
    int from = out.size();
    FlowSplices.write(in, node, value, NodeKind.PLAIN);
    in.splices.add(contentStart(), end, node, from);
  }

  private void inFlow() {
    int from = out.size();
    if (isEmptyText()) {
      boolean colon = key >= 0 && in.behindColon(key) >= 0 && bytes[end - 1] == ':';
      out.add(key < 0 || colon ? " " : ": ");
    }
    FlowSplices.write(in, parent, value, quotes);
    int behind = TextLines.skipBlanks(bytes, end);
    boolean comma = isEmptyText() && behind < bytes.length && bytes[behind] == ',';
    in.splices.add(contentStart(), comma ? behind : end, node, from);
  }

  /**
   * The start of the old content to replace. An unused anchor may stay before a scalar, but a tag
   * may not.
   */
  private int contentStart() {
    return source.tag(node) == null && source.start(node) < end ? source.start(node) : props;
  }

  private void inMap() {
    int column = in.column(in.entryStart(source.first(parent)));
    int colon = in.behindColon(key);
    if (colon < 0) {
      keyAlone(column);
    } else if (NodeKind.isBlock(kind)) {
      blockInMap(column, colon);
    } else if (source.isBlockScalar(node)) {
      literal(column, colon);
    } else {
      scalarInMap(column, colon);
    }
  }

  /** Gives an explicit key without a colon a colon on a line of its own. */
  private void keyAlone(int column) {
    int from = out.size();
    out.add(in.layout(parent).newline()).spaces(column).add(':');
    boolean literal = behindColon(column);
    in.addLines(source.end(key), node, from, literal);
  }

  private void scalarInMap(int column, int colon) {
    int from = out.size();
    boolean sameLine = in.lineEnd(colon) >= props;
    switch (form()) {
      case INLINE -> {
        out.add(isEmptyText() ? " " : "");
        inline();
        in.splices.add(
            isEmptyText() ? colon : contentStart(), isEmptyText() ? colon : end, node, from);
      }
      case LITERAL -> {
        out.add(isEmptyText() ? " " : "");
        header(step());
        in.splices.add(isEmptyText() ? colon : props, isEmptyText() ? colon : end, node, from);
        int body = out.size();
        body(column + step());
        in.addLines(isEmptyText() ? colon : end, node, body, true);
      }
      case BLOCK -> {
        boolean literal = behindColon(column);
        if (isEmptyText()) {
          in.addLines(colon, node, from, literal);
        } else if (sameLine) {
          in.splices.delete(colon, end, node);
          in.addLines(end, node, from, literal);
        } else {
          int line = TextLines.start(bytes, props);
          in.splices.add(TextLines.beforeBreak(bytes, line), in.lineEnd(end), node, from);
        }
      }
    }
  }

  /** Replaces a block scalar. The comment on its header line stays. */
  private void literal(int column, int colon) {
    int from = out.size();
    int header = in.lineEnd(source.start(node));
    int comment = headerComment(header);
    switch (form()) {
      case INLINE -> {
        inline();
        out.add(bytes, comment, header);
        in.splices.add(contentStart(), end, node, from);
      }
      case LITERAL -> {
        int body = bodyColumn(header, column + step());
        header(body - column);
        out.add(bytes, comment, header);
        body(body);
        finish();
        in.splices.add(contentStart(), end, node, from);
      }
      case BLOCK -> {
        out.add(bytes, comment, header);
        behindColon(column);
        in.splices.add(colon, end, node, from);
      }
    }
  }

  /**
   * The position before the blanks and the comment of a block scalar's header, or the end of the
   * header.
   */
  private int headerComment(int header) {
    int p = source.start(node) + 1;
    while (p < header
        && (bytes[p] == '+' || bytes[p] == '-' || (bytes[p] >= '0' && bytes[p] <= '9'))) {
      p++;
    }
    return TextLines.comment(bytes, p) < 0 ? header : p;
  }

  /** The column of the existing lines, if they have a column of their own. */
  private int bodyColumn(int header, int otherwise) {
    int line = TextLines.behindBreak(bytes, header);
    var given = source.table.props(node);
    if (given != null && given.indent > 0) {
      return given.indent;
    }
    while (line < end) {
      int text = line;
      while (text < end && bytes[text] == ' ') {
        text++;
      }
      if (text < end && !TextLines.isBreak(bytes[text])) {
        return text - line;
      }
      line = TextLines.behindBreak(bytes, text);
    }
    return otherwise;
  }

  private void blockInMap(int column, int colon) {
    int from = out.size();
    int line = in.lineEnd(colon);
    if (source.start(node) < line) {
      write(column);
      in.splices.add(colon, in.lineEnd(end), node, from);
      return;
    }
    int behind = props < line ? propsEnd() : colon;
    switch (form()) {
      case INLINE -> {
        out.add(' ');
        inline();
        in.splices.add(colon, behind, node, from);
        in.splices.delete(line, in.lineEnd(end), node);
      }
      case LITERAL -> {
        out.add(' ');
        header(step());
        in.splices.add(colon, behind, node, from);
        int body = out.size();
        body(column + step());
        finish();
        in.splices.add(line, in.lineEnd(end), node, body);
      }
      case BLOCK -> {
        in.splices.delete(colon, behind, node);
        int body = out.size();
        boolean sameKind = EditValues.isMap(value) == NodeKind.isMap(kind);
        if (sameKind) {
          int old = in.column(firstByte());
          out.add(in.layout(parent).newline()).spaces(old);
          new BlockWriter(out, in.layout(parent)).node(value, old, column);
        } else {
          behindColon(column);
        }
        finish();
        in.splices.add(line, in.lineEnd(end), node, body);
      }
    }
  }

  private int firstByte() {
    return source.start(node);
  }

  private int propsEnd() {
    var given = source.table.props(node);
    return given == null ? props : given.end;
  }

  /** Adds the line break that a literal at the very end of the text needs. */
  private void finish() {
    if (endsInLiteral && in.lineEnd(end) == bytes.length) {
      out.add(TextLines.breakAt(bytes, end));
    }
  }

  private void inList() {
    if (isEmptyText()) {
      emptyItem();
      return;
    }
    int from = out.size();
    int column = in.column(props);
    int dashes = parent < 0 ? column - 2 : in.column(source.start(parent));
    boolean literal = source.isBlockScalar(node);
    boolean block = NodeKind.isBlock(kind);
    int header = in.lineEnd(source.start(node));
    int comment = literal ? headerComment(header) : header;
    int until = block ? NodeCopier.behindComment(bytes, end) : end;
    int blanks = behindBlanks(until);
    switch (form()) {
      case INLINE -> {
        inline();
        out.add(bytes, comment, header);
        in.splices.add(block || literal ? props : contentStart(), until, node, from);
      }
      case LITERAL -> {
        int body = literal ? bodyColumn(header, column) : Math.max(column, dashes + 1);
        header(body - dashes);
        out.add(bytes, comment, header);
        if (literal || block) {
          body(body);
          finish();
          in.splices.add(props, blanks, node, from);
        } else {
          in.splices.add(props, until, node, from);
          int lines = out.size();
          body(body);
          in.addLines(end, node, lines, true);
        }
      }
      case BLOCK -> {
        boolean commented = !block && !literal && TextLines.comment(bytes, end) >= 0;
        if (commented) {
          out.add(layoutInList().newline()).spaces(column);
          boolean ends = item(column, dashes);
          in.splices.delete(TextLines.backBlanks(bytes, props), end, node);
          in.addLines(end, node, from, ends);
        } else {
          item(column, dashes);
          finish();
          in.splices.add(props, blanks, node, from);
        }
      }
    }
  }

  /**
   * The position after the blanks that end a line. They must not become the end of a block scalar's
   * text.
   */
  private int behindBlanks(int at) {
    int p = TextLines.skipBlanks(bytes, at);
    return p == bytes.length || TextLines.isBreak(bytes[p]) ? p : at;
  }

  private TextLayout layoutInList() {
    return in.layout(parent < 0 ? node : parent);
  }

  private boolean item(int column, int dashes) {
    var writer = new BlockWriter(out, layoutInList());
    writer.node(value, column, dashes);
    endsInLiteral = writer.endsInLiteral();
    return endsInLiteral;
  }

  /** Writes a value after a dash, or into a document, that has none. */
  private void emptyItem() {
    int from = out.size();
    if (parent < 0) {
      emptyRoot();
      return;
    }
    int dashes = in.column(source.start(parent));
    int gap = layoutInList().gap();
    boolean commented = TextLines.comment(bytes, end) >= 0;
    switch (form()) {
      case INLINE -> {
        out.add(' ');
        inline();
        in.splices.add(end, end, node, from);
      }
      case LITERAL -> {
        out.add(' ');
        header(gap);
        in.splices.add(end, end, node, from);
        int body = out.size();
        body(dashes + gap);
        in.addLines(end, node, body, true);
      }
      case BLOCK -> {
        if (commented) {
          out.add(layoutInList().newline()).spaces(dashes + gap);
          in.addLines(end, node, from, item(dashes + gap, dashes));
        } else {
          out.spaces(gap - 1);
          item(dashes + gap, dashes);
          finish();
          in.splices.add(end, behindBlanks(end), node, from);
        }
      }
    }
  }

  /** Writes the value of a document that has none. It goes after all comments and the marker. */
  private void emptyRoot() {
    int from = out.size();
    int at = end;
    while (at < bytes.length
        && (TextLines.isBlank(bytes[at]) || TextLines.isBreak(bytes[at]) || bytes[at] == '#')) {
      at = bytes[at] == '#' ? in.lineEnd(at) : at + 1;
    }
    boolean begun =
        at > 0 && !TextLines.isBreak(bytes[at - 1]) && !(at == 3 && TextLines.hasMark(bytes));
    byte[] newline = TextLines.breakAt(bytes, at);
    if (begun) {
      out.add(newline);
    }
    var writer = new BlockWriter(out, TextLayout.block(newline));
    writer.node(value, 0, -1);
    out.add(newline);
    in.splices.add(at, at, node, from);
  }

  private void inline() {
    if (value != null && isCollection()) {
      if (!(value instanceof Node n && NodeCopier.flow(out, n))) {
        out.add(EditValues.isMap(value) ? "{}" : "[]");
      }
      return;
    }
    boolean taken = value instanceof Node n && quotes == NodeKind.PLAIN && NodeCopier.flow(out, n);
    if (!taken) {
      ScalarFormatter.write(out, value, quotes, false, false);
    }
  }

  /** The indentation of a literal relative to its key. It must fit in one digit. */
  private int step() {
    return Math.min(9, in.layout(parent).step());
  }

  private void header(int indent) {
    BlockScalarWriter.header(out, lines(), indent);
  }

  private void body(int column) {
    BlockScalarWriter.body(out, lines(), column, in.layout(parent).newline());
    endsInLiteral = true;
  }

  private String lines() {
    var lines = ScalarFormatter.lines(value);
    if (lines == null) {
      throw new IllegalStateException("no text of several lines");
    }
    return lines;
  }

  private boolean behindColon(int column) {
    var writer = new BlockWriter(out, in.layout(parent));
    writer.behindColon(value, column);
    endsInLiteral = writer.endsInLiteral();
    return endsInLiteral;
  }

  private void write(int column) {
    behindColon(column);
    finish();
  }
}
