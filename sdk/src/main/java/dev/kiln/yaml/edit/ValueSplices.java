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
  private final Splicer splicer;
  private final YamlSource source;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final int node;
  private final int parent;
  private final int key;
  private final int kind;
  private final int propsStart;
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

  private ValueSplices(Splicer splicer, NodePosition position, @Nullable Object value) {
    this.splicer = splicer;
    this.source = splicer.source;
    this.bytes = splicer.bytes;
    this.out = splicer.splices.text;
    this.node = position.node();
    this.parent = position.parent();
    this.key = position.key();
    this.kind = source.kind(node);
    this.propsStart = source.propsStart(node);
    this.end = source.end(node);
    this.value = EditValues.normalize(value);
    this.quotes = NodeKind.isQuoted(kind) ? kind : NodeKind.PLAIN;
  }

  static void replace(Splicer splicer, Replacement change) {
    var replacer = new ValueSplices(splicer, change.position, change.value);
    if (NodeKind.isFlow(replacer.kind) && replacer.isCollection() && !change.toBlock) {
      replacer.replaceFlow();
    } else {
      replacer.replaceInContext();
    }
  }

  /** Replaces a block collection that loses all its entries or items. */
  static void replaceEmptied(Splicer splicer, NodePosition position, Object value) {
    new ValueSplices(splicer, position, value).replaceInContext();
  }

  private void replaceInContext() {
    if (parent >= 0 && NodeKind.isFlow(source.kind(parent))) {
      replaceInFlow();
    } else if (key >= 0) {
      replaceInMap();
    } else {
      replaceInList();
    }
  }

  private boolean isCollection() {
    return value != null && (EditValues.isMap(value) || EditValues.isList(value));
  }

  private boolean isEmptyText() {
    return propsStart == end;
  }

  private Form chooseForm() {
    if (isCollection()) {
      return value == null
              || EditValues.isEmpty(value)
              || (value instanceof Node n && isOneLineFlow(n))
          ? Form.INLINE
          : Form.BLOCK;
    }
    var lines = quotes == NodeKind.PLAIN ? ScalarFormatter.multilineText(value) : null;
    boolean literal =
        lines != null
            && parent >= 0
            && splicer.allowsLiterals()
            && BlockScalarWriter.canBeLiteral(lines);
    return literal ? Form.LITERAL : Form.INLINE;
  }

  private static boolean isOneLineFlow(Node value) {
    return value.style() == Style.FLOW && NodeCopier.copyFlow(new ByteBuilder(64), value);
  }

  /** Replaces a flow collection with another one. */
  private void replaceFlow() {
    int from = out.size();
    FlowSplices.write(splicer, node, value, NodeKind.PLAIN);
    splicer.splices.add(contentStart(), end, node, from);
  }

  private void replaceInFlow() {
    int from = out.size();
    if (isEmptyText()) {
      boolean colon = key >= 0 && splicer.afterColon(key) >= 0 && bytes[end - 1] == ':';
      out.add(key < 0 || colon ? " " : ": ");
    }
    FlowSplices.write(splicer, parent, value, quotes);
    int behind = TextLines.skipBlanks(bytes, end);
    boolean comma = isEmptyText() && behind < bytes.length && bytes[behind] == ',';
    splicer.splices.add(contentStart(), comma ? behind : end, node, from);
  }

  /**
   * The start of the old content to replace. An unused anchor may stay before a scalar, but a tag
   * may not.
   */
  private int contentStart() {
    return source.tag(node) == null && source.start(node) < end ? source.start(node) : propsStart;
  }

  private void replaceInMap() {
    int column = splicer.column(splicer.entryStart(source.firstChild(parent)));
    int colon = splicer.afterColon(key);
    if (colon < 0) {
      addColonAndValue(column);
    } else if (NodeKind.isBlock(kind)) {
      replaceBlockInMap(column, colon);
    } else if (source.isBlockScalar(node)) {
      replaceBlockScalar(column, colon);
    } else {
      replaceScalarInMap(column, colon);
    }
  }

  /** Gives an explicit key without a colon a colon on a line of its own. */
  private void addColonAndValue(int column) {
    int from = out.size();
    out.add(splicer.layout(parent).newline()).spaces(column).add(':');
    boolean literal = writeAfterColon(column);
    splicer.addLines(source.end(key), node, from, literal);
  }

  private void replaceScalarInMap(int column, int colon) {
    int from = out.size();
    boolean sameLine = splicer.lineEnd(colon) >= propsStart;
    switch (chooseForm()) {
      case INLINE -> {
        out.add(isEmptyText() ? " " : "");
        writeInline();
        splicer.splices.add(
            isEmptyText() ? colon : contentStart(), isEmptyText() ? colon : end, node, from);
      }
      case LITERAL -> {
        out.add(isEmptyText() ? " " : "");
        writeHeader(literalIndent());
        splicer.splices.add(
            isEmptyText() ? colon : propsStart, isEmptyText() ? colon : end, node, from);
        int body = out.size();
        writeBody(column + literalIndent());
        splicer.addLines(isEmptyText() ? colon : end, node, body, true);
      }
      case BLOCK -> {
        boolean literal = writeAfterColon(column);
        if (isEmptyText()) {
          splicer.addLines(colon, node, from, literal);
        } else if (sameLine) {
          splicer.splices.delete(colon, end, node);
          splicer.addLines(end, node, from, literal);
        } else {
          int line = source.lineStart(propsStart);
          splicer.splices.add(TextLines.beforeBreak(bytes, line), splicer.lineEnd(end), node, from);
        }
      }
    }
  }

  /** Replaces a block scalar. The comment on its header line stays. */
  private void replaceBlockScalar(int column, int colon) {
    int from = out.size();
    int header = splicer.lineEnd(source.start(node));
    int comment = headerCommentStart(header);
    switch (chooseForm()) {
      case INLINE -> {
        writeInline();
        out.add(bytes, comment, header);
        splicer.splices.add(contentStart(), end, node, from);
      }
      case LITERAL -> {
        int body = bodyColumn(header, column + literalIndent());
        writeHeader(body - column);
        out.add(bytes, comment, header);
        writeBody(body);
        addFinalBreak();
        splicer.splices.add(contentStart(), end, node, from);
      }
      case BLOCK -> {
        out.add(bytes, comment, header);
        writeAfterColon(column);
        splicer.splices.add(colon, end, node, from);
      }
    }
  }

  /**
   * The position before the blanks and the comment of a block scalar's header, or the end of the
   * header.
   */
  private int headerCommentStart(int header) {
    int p = source.start(node) + 1;
    while (p < header
        && (bytes[p] == '+' || bytes[p] == '-' || (bytes[p] >= '0' && bytes[p] <= '9'))) {
      p++;
    }
    return TextLines.commentStart(bytes, p) < 0 ? header : p;
  }

  /** The column of the existing lines, if they have a column of their own. */
  private int bodyColumn(int header, int fallback) {
    int line = TextLines.afterBreak(bytes, header);
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
      line = TextLines.afterBreak(bytes, text);
    }
    return fallback;
  }

  private void replaceBlockInMap(int column, int colon) {
    int from = out.size();
    int line = splicer.lineEnd(colon);
    if (source.start(node) < line) {
      writeBlock(column);
      splicer.splices.add(colon, splicer.lineEnd(end), node, from);
      return;
    }
    int behind = propsStart < line ? propsEnd() : colon;
    switch (chooseForm()) {
      case INLINE -> {
        out.add(' ');
        writeInline();
        splicer.splices.add(colon, behind, node, from);
        splicer.splices.delete(line, splicer.lineEnd(end), node);
      }
      case LITERAL -> {
        out.add(' ');
        writeHeader(literalIndent());
        splicer.splices.add(colon, behind, node, from);
        int body = out.size();
        writeBody(column + literalIndent());
        addFinalBreak();
        splicer.splices.add(line, splicer.lineEnd(end), node, body);
      }
      case BLOCK -> {
        splicer.splices.delete(colon, behind, node);
        int body = out.size();
        boolean sameKind = EditValues.isMap(value) == NodeKind.isMap(kind);
        if (sameKind) {
          int old = splicer.column(contentByte());
          out.add(splicer.layout(parent).newline()).spaces(old);
          new BlockWriter(out, splicer.layout(parent)).writeValue(value, old, column);
        } else {
          writeAfterColon(column);
        }
        addFinalBreak();
        splicer.splices.add(line, splicer.lineEnd(end), node, body);
      }
    }
  }

  private int contentByte() {
    return source.start(node);
  }

  private int propsEnd() {
    var given = source.table.props(node);
    return given == null ? propsStart : given.end;
  }

  /** Adds the line break that a literal at the very end of the text needs. */
  private void addFinalBreak() {
    if (endsInLiteral && splicer.lineEnd(end) == bytes.length) {
      out.add(source.lineBreakNear(end));
    }
  }

  private void replaceInList() {
    if (isEmptyText()) {
      fillEmptyItem();
      return;
    }
    int from = out.size();
    int column = splicer.column(propsStart);
    int dashes = parent < 0 ? column - 2 : splicer.column(source.start(parent));
    boolean literal = source.isBlockScalar(node);
    boolean block = NodeKind.isBlock(kind);
    int header = splicer.lineEnd(source.start(node));
    int comment = literal ? headerCommentStart(header) : header;
    int until = block ? NodeCopier.afterComment(bytes, end) : end;
    int blanks = afterTrailingBlanks(until);
    switch (chooseForm()) {
      case INLINE -> {
        writeInline();
        out.add(bytes, comment, header);
        splicer.splices.add(block || literal ? propsStart : contentStart(), until, node, from);
      }
      case LITERAL -> {
        int body = literal ? bodyColumn(header, column) : Math.max(column, dashes + 1);
        writeHeader(body - dashes);
        out.add(bytes, comment, header);
        if (literal || block) {
          writeBody(body);
          addFinalBreak();
          splicer.splices.add(propsStart, blanks, node, from);
        } else {
          splicer.splices.add(propsStart, until, node, from);
          int lines = out.size();
          writeBody(body);
          splicer.addLines(end, node, lines, true);
        }
      }
      case BLOCK -> {
        boolean commented = !block && !literal && TextLines.commentStart(bytes, end) >= 0;
        if (commented) {
          out.add(layoutInList().newline()).spaces(column);
          boolean ends = writeItem(column, dashes);
          splicer.splices.delete(TextLines.skipBlanksBackward(bytes, propsStart), end, node);
          splicer.addLines(end, node, from, ends);
        } else {
          writeItem(column, dashes);
          addFinalBreak();
          splicer.splices.add(propsStart, blanks, node, from);
        }
      }
    }
  }

  /**
   * The position after the blanks that end a line. They must not become the end of a block scalar's
   * text.
   */
  private int afterTrailingBlanks(int at) {
    int p = TextLines.skipBlanks(bytes, at);
    return p == bytes.length || TextLines.isBreak(bytes[p]) ? p : at;
  }

  private TextLayout layoutInList() {
    return splicer.layout(parent < 0 ? node : parent);
  }

  private boolean writeItem(int column, int dashes) {
    var writer = new BlockWriter(out, layoutInList());
    writer.writeValue(value, column, dashes);
    endsInLiteral = writer.endsInLiteral();
    return endsInLiteral;
  }

  /** Writes a value after a dash, or into a document, that has none. */
  private void fillEmptyItem() {
    int from = out.size();
    if (parent < 0) {
      fillEmptyRoot();
      return;
    }
    int dashes = splicer.column(source.start(parent));
    int gap = layoutInList().itemOffset();
    boolean commented = TextLines.commentStart(bytes, end) >= 0;
    switch (chooseForm()) {
      case INLINE -> {
        out.add(' ');
        writeInline();
        splicer.splices.add(end, end, node, from);
      }
      case LITERAL -> {
        out.add(' ');
        writeHeader(gap);
        splicer.splices.add(end, end, node, from);
        int body = out.size();
        writeBody(dashes + gap);
        splicer.addLines(end, node, body, true);
      }
      case BLOCK -> {
        if (commented) {
          out.add(layoutInList().newline()).spaces(dashes + gap);
          splicer.addLines(end, node, from, writeItem(dashes + gap, dashes));
        } else {
          out.spaces(gap - 1);
          writeItem(dashes + gap, dashes);
          addFinalBreak();
          splicer.splices.add(end, afterTrailingBlanks(end), node, from);
        }
      }
    }
  }

  /** Writes the value of a document that has none. It goes after all comments and the marker. */
  private void fillEmptyRoot() {
    int from = out.size();
    int at = end;
    while (at < bytes.length
        && (TextLines.isBlank(bytes[at]) || TextLines.isBreak(bytes[at]) || bytes[at] == '#')) {
      at = bytes[at] == '#' ? splicer.lineEnd(at) : at + 1;
    }
    boolean lineBegun =
        at > 0
            && !TextLines.isBreak(bytes[at - 1])
            && !(at == 3 && TextLines.hasByteOrderMark(bytes));
    byte[] newline = source.lineBreakNear(at);
    if (lineBegun) {
      out.add(newline);
    }
    var writer = new BlockWriter(out, TextLayout.block(newline));
    writer.writeValue(value, 0, -1);
    out.add(newline);
    splicer.splices.add(at, at, node, from);
  }

  private void writeInline() {
    if (value != null && isCollection()) {
      if (!(value instanceof Node n && NodeCopier.copyFlow(out, n))) {
        out.add(EditValues.isMap(value) ? "{}" : "[]");
      }
      return;
    }
    boolean copied =
        value instanceof Node n && quotes == NodeKind.PLAIN && NodeCopier.copyFlow(out, n);
    if (!copied) {
      ScalarFormatter.write(out, value, quotes, false, false);
    }
  }

  /** The indentation of a literal relative to its key. It must fit in one digit. */
  private int literalIndent() {
    return Math.min(9, splicer.layout(parent).mapIndent());
  }

  private void writeHeader(int indent) {
    BlockScalarWriter.writeHeader(out, requireLines(), indent);
  }

  private void writeBody(int column) {
    BlockScalarWriter.writeBody(out, requireLines(), column, splicer.layout(parent).newline());
    endsInLiteral = true;
  }

  private String requireLines() {
    var lines = ScalarFormatter.multilineText(value);
    if (lines == null) {
      throw new IllegalStateException("no text of several lines");
    }
    return lines;
  }

  private boolean writeAfterColon(int column) {
    var writer = new BlockWriter(out, splicer.layout(parent));
    writer.writeAfterColon(value, column);
    endsInLiteral = writer.endsInLiteral();
    return endsInLiteral;
  }

  private void writeBlock(int column) {
    writeAfterColon(column);
    addFinalBreak();
  }
}
