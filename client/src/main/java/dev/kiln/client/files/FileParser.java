package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the items of one file. */
final class FileParser {
  private static final Set<String> OF_A_LIST =
      Set.of("apiVersion", "kind", "metadata", "items", "functionConfig", "results");

  private final String path;
  private final Findings findings;
  private final List<PackageItem> items = new ArrayList<>();

  private FileParser(String path, Findings findings) {
    this.path = path;
    this.findings = findings;
  }

  /** The file; what is wrong with it goes to the findings. */
  static PackageFile parse(FolderWalk.Found found, byte[] bytes, Findings findings) {
    var parser = new FileParser(found.path(), findings);
    var text = FileText.split(bytes);
    var parts = new ArrayList<Part>(text.documents().size());
    for (var document : text.documents()) {
      parts.add(parser.part(document));
    }
    return new PackageFile(found.path(), found.stamp(), bytes, text.head(), parts, parser.items);
  }

  private Part part(Document document) {
    Node root;
    try {
      root = Yaml.parse(document.text()).refuseDuplicateKeys();
    } catch (BadYaml e) {
      findings.problem(describe(e, document));
      return new Part.Inert(document, false);
    }
    if (root.isNull()) {
      return new Part.Inert(document, true);
    }
    if (isList(root)) {
      return listed(document, root);
    }
    var item = item(document, root);
    return item == null ? new Part.Inert(document, false) : new Part.Alone(document, item);
  }

  private Part listed(Document document, Node root) {
    var all = new ArrayList<@Nullable PackageItem>();
    var list = root.at("items");
    if (list != null) {
      for (var node : list.items()) {
        all.add(item(document, node));
      }
    }
    return new Part.Listed(document, root, all);
  }

  private @Nullable PackageItem item(Document document, Node node) {
    Misfit foreign = Misfit.ofType(node);
    if (foreign != null) {
      findings.foreign(describe(foreign, document));
      return null;
    }
    Misfit broken = Misfit.ofMetadata(node);
    if (broken != null) {
      findings.problem(describe(broken, document));
    }
    var item = new PackageItem(path, items.size(), Resource.of(node), document.line());
    warnOfList(document, item.resource());
    items.add(item);
    return item;
  }

  /**
   * Whether this is a list as servers and tools write them, and no resource of a kind whose name
   * ends so: that has a name or fields of its own.
   */
  private static boolean isList(Node root) {
    var kind = root.at("kind");
    var items = root.at("items");
    if (kind == null || items == null || !Misfit.isText(kind) || !items.isList()) {
      return false;
    }
    if (kind.text().equals("List")) {
      return true;
    }
    var metadata = root.at("metadata");
    return kind.text().endsWith("List")
        && root.entries().stream().allMatch(entry -> OF_A_LIST.contains(entry.name()))
        && (metadata == null || metadata.at("name") == null)
        && items.items().stream().allMatch(item -> Misfit.ofType(item) == null);
  }

  /** A List of Kubernetes' own that is an item, as it is in another, or its items have no kind. */
  private void warnOfList(Document document, Resource item) {
    if (item.apiVersion().equals("v1") && item.kind().endsWith("List")) {
      findings.warning(
          place(document, item.node().line(), item.node().column())
              + ": a "
              + item.kind()
              + " is one item here, and not taken apart (fits: a document of its own, whose items"
              + " have apiVersion and kind)");
    }
  }

  private String describe(Misfit misfit, Document document) {
    return place(document, misfit.at().line(), misfit.at().column()) + ": " + misfit;
  }

  /** Reads the document once more, as far down as it stands, for lines that count from the top. */
  private String describe(BadYaml inDocument, Document document) {
    byte[] text = document.text();
    var padded = new byte[document.line() - 1 + text.length];
    Arrays.fill(padded, 0, document.line() - 1, (byte) '\n');
    System.arraycopy(text, 0, padded, document.line() - 1, text.length);
    try {
      Yaml.parse(padded).refuseDuplicateKeys();
    } catch (BadYaml e) {
      return path + ":" + e.line() + ":" + e.column() + ": " + e.reason();
    }
    return place(document, inDocument.line(), inDocument.column()) + ": " + inDocument.reason();
  }

  private String place(Document document, int line, int column) {
    return path + ":" + (document.line() + line - 1) + ":" + column;
  }
}
