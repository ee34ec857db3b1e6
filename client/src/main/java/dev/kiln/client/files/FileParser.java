package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the items of one file. */
final class FileParser {
  private static final Set<String> OF_A_LIST =
      Set.of("apiVersion", "kind", "metadata", "items", "functionConfig", "results");

  /** The length of a {@code ---} and its line break. */
  private static final int MARKER_LINE = 5;

  private final String path;
  private final Diagnostics diagnostics;
  private final List<PackageItem> items = new ArrayList<>();
  private byte[] preamble = {};

  private FileParser(String path, Diagnostics diagnostics) {
    this.path = path;
    this.diagnostics = diagnostics;
  }

  /** Parses the file. Its problems go to the diagnostics. */
  static PackageFile parse(FolderWalk.FoundFile found, byte[] bytes, Diagnostics diagnostics) {
    var parser = new FileParser(found.path(), diagnostics);
    var text = DocumentStream.split(bytes);
    parser.preamble = text.comments();
    var parts = new ArrayList<ParsedDocument>(text.documents().size());
    for (var document : text.documents()) {
      parts.add(parser.part(document));
    }
    return new PackageFile(
        found.path(), found.fingerprint(), bytes, text.head(), parts, parser.items);
  }

  private ParsedDocument part(Document document) {
    Node root;
    try {
      root = Yaml.parse(document.text()).refuseDuplicateKeys();
    } catch (BadYaml e) {
      diagnostics.error(describe(e, document));
      return new ParsedDocument.NoItems(document, false);
    }
    if (root.isNull()) {
      return new ParsedDocument.NoItems(document, true);
    }
    if (isList(root)) {
      return listed(document, root);
    }
    var item = item(document, root, comments(document));
    return item == null
        ? new ParsedDocument.NoItems(document, false)
        : new ParsedDocument.SingleItem(document, item);
  }

  private ParsedDocument listed(Document document, Node root) {
    var all = new ArrayList<@Nullable PackageItem>();
    var list = root.at("items");
    if (list != null) {
      for (var node : list.items()) {
        all.add(item(document, node, ""));
      }
    }
    return new ParsedDocument.ItemList(document, root, all);
  }

  /**
   * Returns the comments above the document's {@code ---}. For the first document these are the
   * comments at the top of the file.
   */
  private String comments(Document document) {
    String above = items.isEmpty() ? new String(preamble, UTF_8) : "";
    if (above.isEmpty() && document.separator().length <= MARKER_LINE) {
      return "";
    }
    return (above + new String(document.separator(), UTF_8))
        .lines()
        .filter(line -> line.isBlank() || line.startsWith("#"))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private @Nullable PackageItem item(Document document, Node node, String separatorComments) {
    ItemProblem foreign = ItemProblem.findTypeProblem(node);
    if (foreign != null) {
      diagnostics.notAResource(describe(foreign, document));
      return null;
    }
    ItemProblem broken = ItemProblem.findMetadataProblem(node);
    if (broken != null) {
      diagnostics.error(describe(broken, document));
    }
    var item =
        new PackageItem(path, items.size(), Resource.of(node), document.line(), separatorComments);
    warnOfList(document, item.resource());
    items.add(item);
    return item;
  }

  /**
   * Whether this is a list as servers and tools write it. A resource whose kind merely ends in
   * {@code List} is not one: it has a name, or fields of its own.
   */
  private static boolean isList(Node root) {
    var kind = root.at("kind");
    var items = root.at("items");
    if (kind == null || items == null || !ItemProblem.isText(kind) || !items.isList()) {
      return false;
    }
    if (kind.text().equals("List")) {
      return true;
    }
    var metadata = root.at("metadata");
    return kind.text().endsWith("List")
        && root.entries().stream().allMatch(entry -> OF_A_LIST.contains(entry.name()))
        && (metadata == null || metadata.at("name") == null)
        && items.items().stream().allMatch(item -> ItemProblem.findTypeProblem(item) == null);
  }

  /**
   * Warns of a Kubernetes List that is read as one item, because it stands in another List or its
   * items have no kind.
   */
  private void warnOfList(Document document, Resource item) {
    if (item.apiVersion().equals("v1") && item.kind().endsWith("List")) {
      diagnostics.warning(
          place(document, item.node().line(), item.node().column())
              + ": a "
              + item.kind()
              + " is one item here, and not taken apart (expected: a document of its own, whose items"
              + " have apiVersion and kind)");
    }
  }

  private String describe(ItemProblem problem, Document document) {
    return place(document, problem.at().line(), problem.at().column()) + ": " + problem;
  }

  /**
   * Parses the document again, after as many blank lines as there are lines above it, so that the
   * error counts lines from the top of the file.
   */
  private String describe(BadYaml inDocument, Document document) {
    byte[] text = document.text();
    var padded = new byte[document.line() - 1 + text.length];
    Arrays.fill(padded, 0, document.line() - 1, (byte) '\n');
    System.arraycopy(text, 0, padded, document.line() - 1, text.length);
    try {
      Yaml.parse(padded).refuseDuplicateKeys();
    } catch (BadYaml e) {
      return path + ":" + e.line() + ":" + e.column() + ": " + e.reason() + hint(document);
    }
    return place(document, inDocument.line(), inDocument.column())
        + ": "
        + inDocument.reason()
        + hint(document);
  }

  /**
   * Suggests an ignore rule for templates. Helm charts often lie beside resources, and their
   * templates look like YAML.
   */
  private static String hint(Document document) {
    return new String(document.text(), UTF_8).contains("{{")
        ? " (a template? A line in .krmignore leaves its file or folder out)"
        : "";
  }

  private String place(Document document, int line, int column) {
    return path + ":" + (document.line() + line - 1) + ":" + column;
  }
}
