package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** An edit changes only the place that its path leads to. */
class SharedAnchorsTest {
  @Test
  void givesAnAliasItsOwnTextBeforeItChanges() {
    assertEquals(
        "a: &x {k: 1}\nb: {k: 2}\n", edited("a: &x {k: 1}\nb: *x\n", e -> e.set("b.k", 2)));
  }

  @Test
  void givesTheAliasesTheOldTextBeforeTheAnchorChanges() {
    assertEquals(
        """
        a:
          k: 2
        b:
          k: 1
        c:
          k: 1
        """,
        edited("a: &x\n  k: 1\nb: *x\nc: *x\n", e -> e.set("a.k", 2)));
  }

  @Test
  void copiesSharedScalars() {
    assertEquals("a: 2\nb: 1\n", edited("a: &x 1\nb: *x\n", e -> e.set("a", 2)));
    assertEquals("a: &x 1\nb: 2\n", edited("a: &x 1\nb: *x\n", e -> e.set("b", 2)));
    assertEquals("b: 1\n", edited("a: &x 1\nb: *x\n", e -> e.remove("a")));
  }

  @Test
  void writesAnEntryBesideTheMergeKey() {
    assertEquals(
        "a: &x\n  k: 1\nb:\n  <<: *x\n  k: 5\n",
        edited("a: &x\n  k: 1\nb:\n  <<: *x\n", e -> e.set("b.k", 5)));
    assertEquals(
        "a: &x\n  k: {z: 1}\nb:\n  <<: *x\n  k: {z: 5}\n",
        edited("a: &x\n  k: {z: 1}\nb:\n  <<: *x\n", e -> e.set("b.k.z", 5)));
  }

  @Test
  void expandsAMergeBeforeOneOfItsEntriesIsRemoved() {
    assertEquals(
        "a: &x\n  k: 1\n  j: 2\nb:\n  l: 3\n  j: 2\n",
        edited("a: &x\n  k: 1\n  j: 2\nb:\n  <<: *x\n  l: 3\n", e -> e.remove("b.k")));
  }

  @Test
  void leavesTheMergedMapsAsTheyWereWhenTheirBaseChanges() {
    assertEquals(
        "a:\n  k: 5\nb:\n  <<:\n    k: 1\n",
        edited("a: &x\n  k: 1\nb:\n  <<: *x\n", e -> e.set("a.k", 5)));
  }

  @Test
  void copiesSharedItemsBeforeTheyMove() {
    assertEquals(
        "l:\n- {k: 1}\n- {k: 1}\n",
        edited("l:\n- &x {k: 1}\n- *x\n", e -> e.reorder("l", List.of(1, 0))));
  }

  @Test
  void keepsAliasesThatTheEditDoesNotTouch() {
    assertEquals(
        "a: &x {k: 1}\nb: *x\nc: 2\n", edited("a: &x {k: 1}\nb: *x\nc: 1\n", e -> e.set("c", 2)));
  }

  @Test
  void editsAnItemThatIsAnAliasAlone() {
    var root = Yaml.parse("l:\n- &x\n  k: 1\n- *x\n");
    var item = root.find("l").orElseThrow().items().get(1).edit(e -> e.set("k", 2));
    assertEquals("{k=2}", String.valueOf(item.value()));
    assertEquals("{l=[{k=1}, {k=1}]}", String.valueOf(root.value()));
  }
}
