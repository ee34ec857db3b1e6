package dev.kiln.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.yaml.node.Node;
import org.junit.jupiter.api.Test;

/** An item keeps the tags whose handle a directive of its document declares. */
class TagDirectiveTest {
  private static final String DIRECTIVE = "%TAG !e! tag:example.com,2000:\n---\n";

  @Test
  void keepsATagWhenAnotherFieldOfTheItemIsSet() {
    var item = items(DIRECTIVE + "items:\n- a: !e!x y\n  b: 1\n- c: 2\n");
    assertEquals("a: !e!x y\n  b: 2\n", item.edit(e -> e.set("b", 2)).toString());
  }

  @Test
  void readsTheTagOfAnEditedItemAsBefore() {
    var item = items(DIRECTIVE + "items:\n- a: !e!x y\n  b: 1\n");
    var edited = item.edit(e -> e.set("b", 2)).edit(e -> e.set("b", 3));
    assertEquals("tag:example.com,2000:x", edited.find("a").orElseThrow().tag().orElseThrow());
  }

  @Test
  void keepsTheMeaningOfARedeclaredHandle() {
    var item = items("%TAG !! tag:example.com,2000:\n---\nitems:\n- a: !!int y\n  b: 1\n");
    assertEquals("a: !!int y\n  b: 2\n", item.edit(e -> e.set("b", 2)).toString());
  }

  private static Node items(String text) {
    return Yaml.parse(text).find("items").orElseThrow().items().getFirst();
  }
}
