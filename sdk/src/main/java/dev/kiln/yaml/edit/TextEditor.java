package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Editor;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.EditValues;
import dev.kiln.yaml.write.TextLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads texts and edits them. Safe on any thread. */
public final class TextEditor implements Editor {
  /** A parser for reuse. A thread that uses it takes it out. */
  private final AtomicReference<@Nullable Parser> spareParser = new AtomicReference<>();

  /** Reads all documents of a text. */
  public static YamlSource readAll(byte[] bytes) {
    var editor = new TextEditor();
    var parser = new Parser();
    var table = parser.read(bytes);
    editor.returnParser(parser);
    return new YamlSource(bytes, table, editor);
  }

  /**
   * Reads a text with exactly one document. A text without a document reads as a null after its
   * comments.
   */
  public static YamlSource read(byte[] bytes) {
    var editor = new TextEditor();
    return editor.read(bytes, new Parser());
  }

  /** Makes a new text in block style. */
  public static Node create(@Nullable Object value) {
    var out = new ByteBuilder(256);
    var writer = new BlockWriter(out, TextLayout.block());
    writer.writeValue(value, 0, -1);
    var source = read(out.add('\n').toBytes());
    var node = source.node(source.root());
    if (!EditValues.hasValue(node, value)) {
      throw new IllegalStateException("a value that cannot be written: " + value);
    }
    return node;
  }

  /** Reads a text with exactly one document, and gives the parser back for reuse. */
  public YamlSource read(byte[] bytes, Parser parser) {
    var table = parser.read(bytes);
    returnParser(parser);
    var source = new YamlSource(bytes, table, this);
    if (table.documents().isEmpty()) {
      table.addScalar(NodeKind.PLAIN, bytes.length, bytes.length, false, bytes.length);
      table.endDocument(0);
    }
    if (table.documents().size() > 1) {
      int second = source.propsStart(table.documents().get(1).root());
      throw source.error(second, "a second document where one is meant");
    }
    return source;
  }

  /** Takes a parser for one reading; {@link #returnParser} returns it. */
  Parser takeParser() {
    var reused = spareParser.getAndSet(null);
    return reused == null ? new Parser() : reused;
  }

  /** Stores a parser for reuse after it has read its text without an error. */
  void returnParser(Parser parser) {
    spareParser.set(parser);
  }

  @Override
  public YamlSource edit(YamlSource source, int root, Consumer<Edit> edits) {
    boolean alias = source.kind(root) == NodeKind.ALIAS;
    var draft = alias ? copyAliased(source, root) : new Draft(this, source, root);
    var before = draft.source;
    edits.accept(new DraftEdit(draft));
    draft.flush();
    boolean same = draft.source == before || Arrays.equals(draft.source.bytes, before.bytes);
    return same ? source : draft.source;
  }

  /** Copies the value that an alias refers to into a text of its own. */
  private Draft copyAliased(YamlSource source, int alias) {
    int column = TextLines.column(source.bytes, source.start(alias), source.firstColumn);
    var out = new ByteBuilder(256);
    new BlockWriter(out, TextLayout.block())
        .writeValue(YamlSource.resolved(source.node(alias)), column, column - 2);
    byte[] text = out.add('\n').toBytes();
    var table = new Parser().readFragment(text, column, source, alias);
    var fragment = new YamlSource(text, column, table, source, alias);
    return new Draft(this, fragment, fragment.root());
  }

  @Override
  public byte[] withItems(Node root, Path list, List<Node> items) {
    var draft = new Draft(this, YamlSource.of(root), YamlSource.index(root));
    byte[] spliced = ItemSplicer.splice(draft, root.find(list).orElse(null), items);
    if (spliced != null) {
      return spliced;
    }
    var edited =
        root.edit(
            edit -> {
              for (int i = 0; i < items.size(); i++) {
                edit.set(list.index(i), items.get(i));
              }
            });
    return edited.bytes();
  }

  @Override
  public byte[] document(Node node) {
    return create(node).bytes();
  }
}
