package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.yaml.edit.TextEditor;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import java.util.ArrayDeque;
import java.util.Deque;

/** Prints the events of a source in the notation of the YAML test suite, one per line. */
final class Events {
  private final YamlSource source;
  private final StringBuilder out = new StringBuilder();
  private final Deque<Open> open = new ArrayDeque<>();

  private record Open(int next, String close) {}

  private Events(YamlSource source) {
    this.source = source;
  }

  static String of(byte[] bytes) {
    return of(TextEditor.readAll(bytes));
  }

  static String of(YamlSource source) {
    return new Events(source).print();
  }

  private String print() {
    out.append("+STR\n");
    for (var document : source.documents()) {
      out.append("+DOC\n");
      tree(document.root());
      out.append("-DOC\n");
    }
    return out.append("-STR\n").toString();
  }

  private void tree(int root) {
    int end = source.afterSubtree(root);
    int i = root;
    while (i < end) {
      node(i);
      i = NodeKind.isCollection(source.kind(i)) ? source.firstChild(i) : source.afterSubtree(i);
      close(i);
    }
  }

  private void close(int upTo) {
    while (!open.isEmpty() && open.peek().next() <= upTo) {
      out.append(open.pop().close());
    }
  }

  private void node(int i) {
    switch (source.kind(i)) {
      case NodeKind.BLOCK_MAP -> open(i, "+MAP", "-MAP\n");
      case NodeKind.FLOW_MAP -> open(i, "+MAP {}", "-MAP\n");
      case NodeKind.BLOCK_LIST -> open(i, "+SEQ", "-SEQ\n");
      case NodeKind.FLOW_LIST -> open(i, "+SEQ []", "-SEQ\n");
      case NodeKind.ALIAS -> out.append("=ALI ").append(written(i)).append('\n');
      case NodeKind.PLAIN -> scalar(i, ':');
      case NodeKind.SINGLE_QUOTED -> scalar(i, '\'');
      case NodeKind.DOUBLE_QUOTED -> scalar(i, '"');
      case NodeKind.LITERAL -> scalar(i, '|');
      case NodeKind.FOLDED -> scalar(i, '>');
      default -> throw new AssertionError("kind " + source.kind(i));
    }
  }

  private void open(int i, String event, String close) {
    out.append(event).append(properties(i)).append('\n');
    open.push(new Open(source.afterSubtree(i), close));
  }

  private void scalar(int i, char style) {
    String text = source.text(i);
    out.append("=VAL").append(properties(i)).append(' ').append(style);
    out.append(escape(text)).append('\n');
  }

  private String properties(int i) {
    String anchor = source.anchor(i);
    String tag = source.tag(i);
    return (anchor == null ? "" : " &" + anchor) + (tag == null ? "" : " <" + tag + ">");
  }

  private String written(int i) {
    return new String(source.bytes, source.start(i), source.end(i) - source.start(i), UTF_8);
  }

  static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("\b", "\\b")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}
