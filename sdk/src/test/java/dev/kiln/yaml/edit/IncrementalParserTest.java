package dev.kiln.yaml.edit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.RandomDocuments;
import dev.kiln.yaml.RandomEdits;
import dev.kiln.yaml.SeededTrials;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Incremental parsing gives the same table as parsing the whole text. */
class IncrementalParserTest {
  private static final List<String> PIECES =
      List.of(
          "",
          "",
          "a",
          "a: b",
          "a: b\n",
          "  a: b\n",
          "\n",
          "\n  ",
          "\n    x: y",
          "\n- ",
          "- a\n",
          "? ",
          ": ",
          "#c\n",
          " # c",
          "|\n",
          "|+\n",
          ">-\n",
          "'",
          "\"",
          "[",
          "]",
          "{",
          "}",
          ",",
          "\n\n",
          " ",
          "  ",
          "\t",
          "\r\n",
          "---\n",
          "...\n",
          "&x ",
          "*x",
          "!!str ",
          "é",
          "\u2028",
          "<<: ",
          "key: |\n      text\n",
          "- b: c\n  d: e\n");

  private static final String ITEM =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: # about
        name: web
        # which
        labels:
          app: web
          "tier": 'front'
      spec:
        template:
          containers:
          - name: a
            image: b:1
            args: [x, y]
          - name: c
            text: |+
              one

          - &x d

        other:
            - 1
            -   two: 2
                three: 3
      data:
        text: |
          line
        ? key
        : value
        empty:
      last: one
      """;

  @Test
  void readsOnlyTheTouchedEntry() {
    var node = Yaml.parse("a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n");
    var table = spliced(node, 13, 14, "xyz");
    assertThat(table).isNotNull();
    assertThat(table.size).isEqualTo(YamlSource.of(node).table.size);
  }

  @Test
  void readsTheWholeTextIfThereIsAnAnchor() {
    assertThat(spliced(Yaml.parse("a: &x 1\nb: *x\n"), 13, 13, "")).isNull();
    assertThat(spliced(Yaml.parse("a: 1\nb: 2\n"), 8, 8, "&x ")).isNull();
  }

  @Test
  void agreesWithReadingAll() {
    SeededTrials.run(
        20_000,
        seed -> {
          var random = new Random(seed);
          var text = random.nextInt(3) == 0 ? RandomDocuments.document(seed) : ITEM;
          var nodes = new ArrayList<Node>();
          collect(Yaml.parse(text), nodes);
          var node = nodes.get(random.nextInt(nodes.size()));
          var draft = new Draft(new TextEditor(), YamlSource.of(node), YamlSource.index(node));
          int size = draft.end() - draft.begin();
          int start = draft.begin() + random.nextInt(size + 1);
          int end = Math.min(draft.end(), start + random.nextInt(3) * random.nextInt(12));
          var piece = PIECES.get(random.nextInt(PIECES.size()));
          spliced(node, start, end, piece);
        });
  }

  @Test
  void agreesAfterEdits() {
    SeededTrials.run(
        3000,
        seed -> {
          var random = new Random(seed);
          var nodes = new ArrayList<Node>();
          collect(Yaml.parse(ITEM.replace("&x ", "")), nodes);
          var node = nodes.get(random.nextInt(nodes.size()));
          for (int round = 0; round < 3; round++) {
            var before = node;
            node =
                node.edit(
                    edit -> {
                      var changes = new RandomEdits(random, edit, before);
                      for (int i = random.nextInt(3); i >= 0; i--) {
                        changes.applyRandomEdit();
                      }
                    });
            if (node != before) {
              var source = YamlSource.of(node);
              assertThat(isWhole(source.table, source.bytes, source.firstColumn))
                  .as("%s", node)
                  .isTrue();
            }
          }
        });
  }

  private static @Nullable NodeTable spliced(Node node, int start, int end, String piece) {
    var draft = new Draft(new TextEditor(), YamlSource.of(node), YamlSource.index(node));
    var source = draft.source;
    var splices = new Splices();
    splices.text.add(piece);
    splices.add(start, end, draft.root, 0);
    var bytes = splices.apply(source.bytes, draft.begin(), draft.end());
    var table = draft.parseIncrementally(splices.sortedSplices(), bytes, new Parser());
    if (table != null) {
      var column = draft.isWhole() ? 0 : TextLines.column(source.bytes, draft.begin(), 0);
      assertThat(isWhole(table, bytes, column))
          .as("%s%n--- became%n%s", node, new String(bytes, UTF_8))
          .isTrue();
    }
    return table;
  }

  private static boolean isWhole(NodeTable table, byte[] bytes, int column) {
    try {
      var parser = new Parser();
      return table.hasSameNodes(
          column == 0 ? parser.read(bytes) : parser.readFragment(bytes, column, null, -1));
    } catch (BadYaml _) {
      return false;
    }
  }

  private static void collect(Node node, List<Node> into) {
    into.add(node);
    node.items().forEach(item -> collect(item, into));
    for (var entry : writtenEntries(node)) {
      collect(entry.value(), into);
    }
  }

  private static List<Entry> writtenEntries(Node node) {
    return node.isMap()
        ? YamlSource.of(YamlSource.resolved(node))
            .writtenEntries(YamlSource.index(YamlSource.resolved(node)))
        : List.of();
  }
}
