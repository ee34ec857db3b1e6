package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListEditTest {
  @Test
  void appendsBeforeTheCommentBelowTheList() {
    assertEquals(
        "a:\n- 1\n- 2\n- 3\n# end\nb: 1\n",
        edited("a:\n- 1\n- 2\n# end\nb: 1\n", e -> e.append("a", 3)));
  }

  @Test
  void insertsAboveTheCommentOfTheNextItem() {
    assertEquals(
        "a:\n  - 0\n  # one\n  - 1\n  - 9\n  - 2\n",
        edited("a:\n  # one\n  - 1\n  - 2\n", e -> e.insert("a", 0, 0).insert("a", 2, 9)));
  }

  @Test
  void makesAMissingList() {
    assertEquals("a:\n- x: 1\n", edited("a:\n", e -> e.append("a", Map.of("x", 1))));
    assertEquals("b: 1\na:\n  l:\n  - 1\n", edited("b: 1\n", e -> e.append("a.l", 1)));
  }

  @Test
  void writesItemsWithTheGapOfTheOthers() {
    assertEquals(
        "-   a: 1\n-   b: 1\n    c: 2\n",
        edited("-   a: 1\n", e -> e.append("", Edited.map("b", 1, "c", 2))));
  }

  @Test
  void movesItemsWithTheirComments() {
    assertEquals(
        "a:\n- 3\n# two\n- 2\n# one\n- 1\nb: 1\n",
        edited("a:\n# one\n- 1\n# two\n- 2\n- 3\nb: 1\n", e -> e.reorder("a", List.of(2, 1, 0))));
    assertEquals("a:\n- 2\n- 1", edited("a:\n- 1\n- 2", e -> e.reorder("a", List.of(1, 0))));
  }

  @Test
  void refusesAnInvalidOrder() {
    var node = Yaml.parse("a: [1, 2]\n");
    assertThrows(
        IllegalArgumentException.class, () -> node.edit(e -> e.reorder("a", List.of(0, 0))));
  }

  @Test
  void refusesAnIndexAfterTheEnd() {
    var node = Yaml.parse("a: [1, 2]\n");
    var error = assertThrows(BadYaml.class, () -> node.edit(e -> e.insert("a", 3, 0)));
    assertEquals("no place 3 in a list of 2 items at line 1, column 4", error.getMessage());
  }

  @Test
  void replacesAnItemByAMap() {
    assertEquals(
        "- x: 1\n  z: 2\n- 2\n", edited("-\n- 2\n", e -> e.set("[0]", Edited.map("x", 1, "z", 2))));
    assertEquals(
        "- a\n- # c\n  x: 1\n", edited("- a\n- b # c\n", e -> e.set("[1]", Map.of("x", 1))));
    assertEquals("- q\n- b\n", edited("- a: 1\n  b: 2 # z\n- b\n", e -> e.set("[0]", "q")));
  }

  @Test
  void acceptsAnItemThatWasEditedSeparately() {
    var list = Yaml.parse("l:\n# one\n- a: 1 # x\n  b: 2\n- c: 3\n");
    var item = list.find("l[0]").orElseThrow().edit(e -> e.set("b", 5).set("d", 6));
    assertEquals(
        "l:\n# one\n- a: 1 # x\n  b: 5\n  d: 6\n- c: 3\n",
        list.edit(e -> e.set("l[0]", item)).toString());
  }

  @Test
  void writesManyEditedItemsAtOnce() {
    var root = Yaml.parse("l:\n# one\n- {a: 1} # x\n- a: 2\n  b: |\n    t\n\n-   a: 3");
    assertArrayEquals(
        "l:\n# one\n- {a: 1, z: 0} # x\n- a: 2\n  b: |\n    t\n  z: 0\n\n-   a: 3\n    z: 0"
            .getBytes(StandardCharsets.UTF_8),
        root.bytes(Path.of("l"), labelled(root)));
  }

  @Test
  void writesEditedItemsThatShareAnAnchor() {
    var root = Yaml.parse("l:\n- a: &x {k: 1}\n- a: *x\n");
    var items = new ArrayList<>(root.find("l").orElseThrow().items());
    items.set(0, items.get(0).edit(e -> e.set("a.k", 2)));
    var changed = Yaml.parse(root.bytes(Path.of("l"), items));
    assertEquals("{l=[{a={k=2}}, {a={k=1}}]}", String.valueOf(changed.value()));
  }

  @Test
  void keepsAliasesToItemsThatChangedElsewhere() {
    var root = Yaml.parse("l:\n- a: &x {k: 1}\n- a: *x\n");
    assertEquals(
        "l:\n- a: &x {k: 1}\n  z: 0\n- a: *x\n  z: 0\n",
        new String(root.bytes(Path.of("l"), labelled(root)), StandardCharsets.UTF_8));
  }

  private static List<Node> labelled(Node root) {
    var items = new ArrayList<Node>();
    for (var item : root.find("l").orElseThrow().items()) {
      items.add(item.edit(e -> e.set("z", 0)));
    }
    return items;
  }

  @Test
  void removesThousandsOfItemsInOneEdit() {
    var text = new StringBuilder("l:\n");
    for (int i = 0; i < 20_000; i++) {
      text.append("- name: n").append(i).append('\n');
    }
    var edited =
        Yaml.parse(text.toString())
            .edit(
                e -> {
                  for (int i = 19_999; i > 0; i--) {
                    e.remove(Path.of("l").index(i));
                  }
                });
    assertEquals("l:\n- name: n0\n", edited.toString());
  }
}
