package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.yaml.node.BadYaml;
import org.junit.jupiter.api.Test;

class RemoveTest {
  @Test
  void removesTheLinesAndCommentsOfAnEntry() {
    assertEquals("a: 1\n\nc: 3\n", edited("a: 1\n# b\nb: 2 # x\n\nc: 3\n", e -> e.remove("b")));
  }

  @Test
  void leavesTheCommentOfTheEntryBefore() {
    assertEquals(
        "a:\n  x: 1\n  # more\nc: 3\n",
        edited("a:\n  x: 1\n  # more\nb: 2\nc: 3\n", e -> e.remove("b")));
  }

  @Test
  void leavesAnEmptyCollectionAfterTheLastEntry() {
    assertEquals("a: {} # x\nc: 2\n", edited("a: # x\n  b: 1\nc: 2\n", e -> e.remove("a.b")));
    assertEquals("a: []\n", edited("a:\n- 1\n", e -> e.remove("a[0]")));
    assertEquals("{}\n", edited("a: 1\n", e -> e.remove("a")));
  }

  @Test
  void putsTheNextEntryOnTheLineOfTheDash() {
    assertEquals("- b: 2\n", edited("- a: 1\n  b: 2\n", e -> e.remove("[0].a")));
    assertEquals("- - 2\n", edited("- - 1\n  - 2\n", e -> e.remove("[0][0]")));
    assertEquals("- {}\n- b: 2\n", edited("- a: 1\n- b: 2\n", e -> e.remove("[0].a")));
  }

  @Test
  void leavesTheNextEntryBelowItsComment() {
    assertEquals(
        "-\n  # about b\n  b: 2\n",
        edited("- a: 1\n  # about b\n  b: 2\n", e -> e.remove("[0].a")));
  }

  @Test
  void endsTheTextAsItEnded() {
    assertEquals("a: 1", edited("a: 1\nb: 2", e -> e.remove("b")));
    assertEquals("b: 2", edited("a: 1\nb: 2", e -> e.remove("a")));
    assertEquals("a: |\n  t\n", edited("a: |\n  t\nb: 2", e -> e.remove("b")));
  }

  @Test
  void removesExplicitKeysCompletely() {
    assertEquals("? a\n: 1\n", edited("? a\n: 1\n? b\n: 2\n", e -> e.remove("b")));
  }

  @Test
  void removesItemsWithTheirComments() {
    assertEquals("a:\n- 1\n- 3\n", edited("a:\n- 1\n# two\n- 2 # x\n- 3\n", e -> e.remove("a[1]")));
  }

  @Test
  void countsItemsAsEarlierCallsLeftThem() {
    assertEquals(
        "a:\n- 2\n- 4\n", edited("a:\n- 1\n- 2\n- 3\n- 4\n", e -> e.remove("a[0]").remove("a[1]")));
  }

  @Test
  void fillsACollectionEmptiedInTheSameEdit() {
    assertEquals(
        "a:\n- 5\nb: 2\n", edited("a:\n- 1\nb: 2\n", e -> e.remove("a[0]").append("a", 5)));
    assertEquals(
        "a:\n  v: 2\nb: 2\n", edited("a:\n  x: 1\nb: 2\n", e -> e.remove("a.x").set("a.v", 2)));
  }

  @Test
  void addsAfterARemovedLine() {
    assertEquals(
        "a:\n  x: 1\nc: 3\n", edited("a:\n  x: 1\n  z: 2\n", e -> e.remove("a.z").set("c", 3)));
  }

  @Test
  void removesAllMatchesOfAWildcard() {
    assertEquals("a: {}\nb: 1\n", edited("a:\n  x: 1\n  z: 2\nb: 1\n", e -> e.remove("a.*")));
  }

  @Test
  void doesNothingForAMissingField() {
    var node = Yaml.parse("a: 1\nb: 2\n");
    assertSame(node, node.edit(e -> e.remove("z").remove("a.b.c").remove("b[3]").remove("x[k=v]")));
  }

  @Test
  void refusesToRemoveTheRoot() {
    var node = Yaml.parse("a: 1\n");
    assertThrows(BadYaml.class, () -> node.edit(e -> e.remove("")));
  }

  @Test
  void renamesWithTheQuotesThatWereThereOrAreNeeded() {
    assertEquals(
        "\"on\": 1 # x\n'c': 2\n",
        edited("a: 1 # x\n'b': 2\n", e -> e.rename("a", "on").rename("b", "c")));
    assertEquals("a: {z: 1}\n", edited("a: {x: 1}\n", e -> e.rename("a.x", "z")));
  }

  @Test
  void refusesAnotherEntrysName() {
    var node = Yaml.parse("a: 1\nb: 2\n");
    var error = assertThrows(BadYaml.class, () -> node.edit(e -> e.rename("a", "b")));
    assertEquals("a: there is a b already at line 2, column 1", error.getMessage());
  }
}
