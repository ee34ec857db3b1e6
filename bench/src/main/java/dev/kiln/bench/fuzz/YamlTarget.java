package dev.kiln.bench.fuzz;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The parser and the editor: a text is refused or printed unchanged, and an edit changes one entry
 * and nothing else.
 */
final class YamlTarget implements FuzzTarget {
  private static final int EDITED_ENTRIES = 3;

  /**
   * What an edit cannot always leave as it is: text with anchors or aliases, and text that does not
   * end with one line break.
   */
  private static final String UNUSUAL = "(?s).*[&*].*|.*\\s.|.*[^\n]";

  @Override
  public List<byte[]> seeds() throws IOException {
    return RepositoryCases.ofYaml();
  }

  @Override
  public void accept(byte[] input) {
    try {
      List<Node> documents = Yaml.parseAll(input);
      documents.forEach(YamlTarget::decode);
      Node root = Yaml.parse(input);
      Require.that(Arrays.equals(root.bytes(), input), "the text is not printed unchanged");
      if (root.isMap()) {
        edit(root.refuseDuplicateKeys());
      }
    } catch (BadYaml e) {
      Require.that(e.line() > 0 && e.column() > 0, "an error without a place: " + e.getMessage());
    } catch (BadInput e) {
      // refused
    }
  }

  /** Some values are found to be malformed only when they are read. */
  private static void decode(Node document) {
    try {
      var _ = document.value();
    } catch (BadYaml e) {
      Require.that(e.line() > 0, "an error without a place: " + e.getMessage());
    }
  }

  private static void edit(Node root) {
    List<Entry> entries = root.entries();
    for (int i = 0; i < Math.min(EDITED_ENTRIES, entries.size()); i++) {
      Entry entry = entries.get(i);
      if (entry.key().isScalar()) {
        Path path = Path.keys(entry.name());
        check(root, root.edit(e -> e.set(path, "changed")), entry.name());
        check(root, root.edit(e -> e.remove(path)), entry.name());
      }
    }
    Node added = root.edit(e -> e.set(Path.keys("added", "by the fuzzer"), "1"));
    check(root, added, "added");
  }

  /** Compares the entries beside the changed one: the same ones, in the same order. */
  private static void check(Node before, Node after, String changed) {
    Node reread = Yaml.parse(after.bytes());
    Require.that(reread.hasSameValueAs(after), "an edited text means something else when read");
    List<Entry> kept = without(before, changed);
    List<Entry> now = without(reread, changed);
    Require.that(kept.size() == now.size(), "an edit added or removed another entry");
    if (before.toString().contains("?")) {
      return; // a key behind a question mark may be a map, which is compared by its text
    }
    boolean keepsBytes = before.style() == Style.BLOCK && !before.toString().matches(UNUSUAL);
    for (int i = 0; i < kept.size(); i++) {
      Node value = kept.get(i).value();
      Node same = now.get(i).value();
      Require.that(same.hasSameValueAs(value), "an edit changed another entry");
      Require.that(
          !keepsBytes || i == kept.size() - 1 || Arrays.equals(same.bytes(), value.bytes()),
          "an edit rewrote another entry");
    }
  }

  private static List<Entry> without(Node map, String name) {
    return map.entries().stream()
        .filter(entry -> !(entry.key().isScalar() && entry.name().equals(name)))
        .toList();
  }
}
