package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.CallInterrupted;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.ScalarFormatter;
import dev.kiln.yaml.write.TextLayout;
import org.jspecify.annotations.Nullable;

/** Converts the changes of a draft to replacements of pieces of text, and these to a new source. */
final class Splicer {
  private final Draft draft;
  final YamlSource source;
  final byte[] bytes;
  final int root;
  final Splices splices = new Splices();
  private int layoutCollection = -1;
  private @Nullable TextLayout layout;

  private Splicer(Draft draft) {
    this.draft = draft;
    this.source = draft.source;
    this.bytes = draft.source.bytes;
    this.root = draft.root;
  }

  static YamlSource apply(Draft draft) {
    var next = tryApply(draft);
    return next == null ? CollectionRewriter.apply(draft) : next;
  }

  /**
   * The new source. Null if the pieces did not fit together, or if the result did not have the
   * intended meaning.
   */
  static @Nullable YamlSource tryApply(Draft draft) {
    var splicer = new Splicer(draft);
    try {
      var changes = draft.sortedChanges();
      for (var change : changes) {
        CallInterrupted.check();
        splicer.render(change);
      }
      splicer.removeUnusedAnchors();
      var next = draft.parseSpliced(splicer.splices);
      return EditVerifier.verify(draft, changes, splicer.splices, next) ? next : null;
    } catch (BadYaml | IllegalStateException | IndexOutOfBoundsException _) {
      return null;
    }
  }

  private void render(Change change) {
    if (change instanceof MapChange map && isFlow(change)) {
      FlowSplices.editMap(this, map);
    } else if (change instanceof MapChange map) {
      BlockMapSplices.render(this, map);
    } else if (change instanceof ListChange list && isFlow(change)) {
      FlowSplices.editList(this, list);
    } else if (change instanceof ListChange list) {
      BlockListSplices.render(this, list);
    } else if (change instanceof Replacement replacement) {
      ValueSplices.replace(this, replacement);
    } else {
      CommentSplices.render(this, (CommentChange) change);
    }
  }

  private boolean isFlow(Change change) {
    return NodeKind.isFlow(source.kind(change.position.node()));
  }

  private void removeUnusedAnchors() {
    if (!draft.unusedAnchors.isEmpty()) {
      var replaced = splices.sortedCopy();
      for (int node : draft.unusedAnchors) {
        int start = anchorStart(node);
        if (!Splices.contains(replaced, start)) {
          removeAnchor(node, start);
        }
      }
    }
  }

  private int anchorStart(int node) {
    int start = source.propsStart(node);
    while (bytes[start] != '&') {
      start = TextLines.skipBlanks(bytes, TextLines.wordEnd(bytes, start));
    }
    return start;
  }

  private void removeAnchor(int node, int start) {
    int end = TextLines.wordEnd(bytes, start);
    int text = TextLines.skipBlanks(bytes, end);
    boolean last = text == bytes.length || TextLines.isBreak(bytes[text]);
    if (last) {
      splices.delete(TextLines.skipBlanksBackward(bytes, start), end, node);
    } else {
      splices.delete(start, text, node);
    }
  }

  boolean allowsLiterals() {
    return draft.literalsAllowed;
  }

  TextLayout layout(int collection) {
    var known = layout;
    if (known == null) {
      known = TextLayout.detect(source, root, collection);
      known.allowLiterals(draft.literalsAllowed);
    } else if (layoutCollection != collection) {
      known = known.around(collection);
    }
    layout = known;
    layoutCollection = collection;
    return known;
  }

  int column(int at) {
    return source.column(at);
  }

  boolean isFirstOnLine(int at) {
    return TextLines.isFirstOnLine(bytes, at, source.firstColumn);
  }

  /** The position after the colon of an entry; -1 if it has no colon. */
  int afterColon(int key) {
    int p = source.end(key);
    while (p < bytes.length) {
      byte c = bytes[p];
      if (c == ':') {
        return p + 1;
      }
      if (c == '#') {
        p = source.lineEnd(p);
      } else if (TextLines.isBlank(c) || TextLines.isBreak(c)) {
        p++;
      } else {
        return -1;
      }
    }
    return -1;
  }

  /** The start of an entry of a block map: its {@code ?}, or its key with anchor and tag. */
  int entryStart(int key) {
    int start = source.propsStart(key);
    int p = start;
    while (p > 0 && (TextLines.isBlank(bytes[p - 1]) || TextLines.isBreak(bytes[p - 1]))) {
      p--;
    }
    boolean explicit =
        p > 0
            && bytes[p - 1] == '?'
            && belongsToKey(key, start, p - 1)
            && (p == 1
                || TextLines.isBlank(bytes[p - 2])
                || TextLines.isBreak(bytes[p - 2])
                || "[{,-".indexOf(bytes[p - 2]) >= 0);
    return explicit ? p - 1 : start;
  }

  /**
   * Whether the key after this question mark belongs to it, and is not the key of an entry below
   * it.
   */
  private boolean belongsToKey(int key, int start, int questionMark) {
    boolean empty = source.end(key) == start;
    return empty || column(start) > column(questionMark) || source.kind(key) == NodeKind.BLOCK_LIST;
  }

  /** Rewrites a key and keeps its quotes if they fit. */
  void rename(int key, String name, boolean flow, boolean json) {
    int kind = source.kind(key);
    int from = splices.text.size();
    int quotes = NodeKind.isQuoted(kind) ? kind : NodeKind.PLAIN;
    ScalarFormatter.write(splices.text, name, quotes, flow, json);
    splices.add(source.propsStart(key), source.end(key), key, from);
  }

  /** The position at which lines are inserted that go after the line of {@code at}. */
  int lineEnd(int at) {
    return source.lineEnd(at);
  }

  /** Adds new lines, which begin with a break, at the end of the line of {@code at}. */
  void addLines(int at, int owner, int from, boolean endsInLiteral) {
    int end = lineEnd(at);
    if (end == bytes.length && endsInLiteral) {
      splices.text.add(source.lineBreakNear(end));
    }
    splices.add(end, end, owner, from);
  }

  /**
   * Removes the lines of an entry or item.
   *
   * @param start the start of its first line
   * @param node the last node of the entry or item
   * @param previous the last node of the entry or item before it, or -1
   */
  void deleteLines(int start, int node, int previous) {
    int line = lineEnd(source.end(node));
    int behind = TextLines.afterBreak(bytes, line);
    boolean needed = previous >= 0 && source.isBlockScalar(source.lastScalar(previous));
    if (needed && keepsBreaks(source.lastScalar(previous))) {
      behind = afterBlankLines(behind);
    }
    if (behind == line && start > 0 && !needed) {
      splices.delete(TextLines.beforeBreak(bytes, start), line, node);
    } else {
      splices.delete(start, behind, node);
    }
  }

  /** Whether blank lines after a block scalar become part of its text. */
  boolean keepsBreaks(int literal) {
    return bytes[afterIndentDigit(literal)] == '+';
  }

  private int afterIndentDigit(int literal) {
    int sign = source.start(literal) + 1;
    while (bytes[sign] >= '0' && bytes[sign] <= '9') {
      sign++;
    }
    return sign;
  }

  /** The position after the blank lines that begin at {@code at}. */
  int afterBlankLines(int at) {
    int behind = at;
    int text = TextLines.skipBlanks(bytes, behind);
    while (text < bytes.length && TextLines.isBreak(bytes[text])) {
      behind = TextLines.afterBreak(bytes, text);
      text = TextLines.skipBlanks(bytes, behind);
    }
    return behind;
  }

  /** Whether a node ends in a block scalar that ends the whole text without a line break. */
  boolean endsTextInLiteral(int node) {
    int last = source.lastScalar(node);
    return source.end(last) == bytes.length && source.isBlockScalar(last);
  }

  private boolean isReplaced(int node) {
    for (var change : draft.changes) {
      int whole = change.position.node();
      if (change instanceof Replacement && whole <= node && node < source.afterSubtree(whole)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Keeps a block scalar unchanged that ended the text without a line break: new text after it must
   * not give it one.
   */
  void addStripIndicator(int node, int end) {
    int last = source.lastScalar(node);
    if (!endsTextInLiteral(node) || source.end(last) != end || isReplaced(last)) {
      return;
    }
    int sign = afterIndentDigit(last);
    int from = splices.text.size();
    if (bytes[sign] != '-') {
      splices.text.add('-');
      splices.add(sign, bytes[sign] == '+' ? sign + 1 : sign, last, from);
    }
  }
}
