package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Editor;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.read.IncrementalParser;
import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.EditValues;
import dev.kiln.yaml.write.TextLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads texts and edits them. Safe on any thread. */
public final class TextEditor implements Editor {
  /** Parsers for reuse, one for each thread of a group. A thread that uses one takes it out. */
  private static final AtomicReferenceArray<@Nullable Parser> SPARE_PARSERS =
      new AtomicReferenceArray<>(16);

  /** Reads all documents of a text. */
  public static YamlSource readAll(byte[] bytes) {
    var editor = new TextEditor();
    var parser = takeParser();
    var table = parser.read(bytes);
    returnParser(parser);
    return new YamlSource(bytes, table, editor);
  }

  /**
   * Reads a text with exactly one document. A text without a document reads as a null after its
   * comments.
   */
  public static YamlSource read(byte[] bytes) {
    return new TextEditor().read(bytes, takeParser());
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
  static Parser takeParser() {
    var reused = SPARE_PARSERS.getAndSet(spareSlot(), null);
    return reused == null ? new Parser() : reused;
  }

  /** Stores a parser for reuse after it has read its text without an error. */
  static void returnParser(Parser parser) {
    parser.releaseText();
    SPARE_PARSERS.set(spareSlot(), parser);
  }

  private static int spareSlot() {
    return (int) Thread.currentThread().threadId() & (SPARE_PARSERS.length() - 1);
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

  @Override
  public YamlSource replaceText(YamlSource source, int from, int to, byte[] replacement) {
    byte[] old = source.bytes;
    var bytes = new byte[old.length - (to - from) + replacement.length];
    System.arraycopy(old, 0, bytes, 0, from);
    System.arraycopy(replacement, 0, bytes, from, replacement.length);
    System.arraycopy(old, to, bytes, from + replacement.length, old.length - to);
    var whole = new IncrementalParser.Extent(source, source.root(), 0, old.length);
    var parser = takeParser();
    int first = Math.max(0, from - 1); // a new line may belong to the entry before it
    var table = IncrementalParser.tryParse(whole, first, to, bytes, parser);
    if (table == null) {
      var read = read(bytes, parser);
      read.check();
      return read;
    }
    returnParser(parser);
    return new YamlSource(bytes, table, this);
  }

  /** Copies the value that an alias refers to into a text of its own. */
  private Draft copyAliased(YamlSource source, int alias) {
    int column = source.column(source.start(alias));
    var out = new ByteBuilder(256);
    new BlockWriter(out, TextLayout.block())
        .writeValue(YamlSource.resolved(source.node(alias)), column, column - 2);
    byte[] text = out.add('\n').toBytes();
    var parser = takeParser();
    var table = parser.readFragment(text, column, source, alias);
    returnParser(parser);
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
