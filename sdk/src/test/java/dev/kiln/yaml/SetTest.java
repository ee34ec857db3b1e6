package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.yaml.node.BadYaml;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetTest {
  @Test
  void changesTheValueAndKeepsTheLineComment() {
    assertEquals("a: 1\nb: new # c\n", edited("a: 1\nb: old # c\n", e -> e.set("b", "new")));
  }

  @Test
  void keepsTheQuotesThatCanHoldTheNewValue() {
    assertEquals("a: 'it''s'\n", edited("a: 'x'\n", e -> e.set("a", "it's")));
    assertEquals("a: \"y\\nz\"\n", edited("a: \"x\"\n", e -> e.set("a", "y\nz")));
  }

  @Test
  void quotesTextThatAnotherReaderWouldMisread() {
    assertEquals("a: \"no\"\n", edited("a: yes\n", e -> e.set("a", "no")));
    assertEquals("a: \"0644\"\n", edited("a: x\n", e -> e.set("a", "0644")));
  }

  @Test
  void leavesValuesWithTheSameMeaning() {
    var node = Yaml.parse("a: 0x10\nb: 1.20\nc: {d: ~}\n");
    assertSame(
        node,
        node.edit(
            e -> e.set("a", 16).set("b", new BigDecimal("1.2")).set("c", Edited.map("d", null))));
  }

  @Test
  void returnsTheSameTreeWhenAllIsUndone() {
    var node = Yaml.parse("a: 1\n");
    assertSame(node, node.edit(e -> e.set("a", 2).set("a", 1)));
  }

  @Test
  void writesAPlainScalarUnchanged() {
    assertEquals("a: 1.20\n", edited("a: 1\n", e -> e.set("a", Yaml.plain("1.20"))));
  }

  @Test
  void dropsATagThatNoLongerFits() {
    assertEquals("a: \"6\"\n", edited("a: !!str 5\n", e -> e.set("a", "6")));
  }

  @Test
  void writesSeveralLinesAsALiteralUnderTheOldComment() {
    assertEquals(
        """
        a: | # c
          one
          two
        b: 1
        """,
        edited("a: x # c\nb: 1\n", e -> e.set("a", "one\ntwo\n")));
  }

  @Test
  void givesALiteralAtTheEndOfTheTextItsLineBreak() {
    assertEquals("a: |\n  one\n  two\n", edited("a: x", e -> e.set("a", "one\ntwo\n")));
    assertEquals("a: |-\n  one\n  two\n", edited("a: x", e -> e.set("a", "one\ntwo")));
  }

  @Test
  void quotesSeveralLinesWhereBlanksBelowWouldJoinThem() {
    assertEquals("a: \"l\\nm\"\n     \n", edited("a: x\n     \n", e -> e.set("a", "l\nm")));
  }

  @Test
  void keepsTheIndentationAndHeaderCommentOfALiteral() {
    assertEquals(
        """
        a: | # c
            p
            q
        b: 1
        """,
        edited("a: |- # c\n    x\n    y\nb: 1\n", e -> e.set("a", "p\nq\n")));
    assertEquals("a: one # c\nb: 1\n", edited("a: | # c\n  x\nb: 1\n", e -> e.set("a", "one")));
  }

  @Test
  void fillsAnEmptyValueBeforeItsComment() {
    assertEquals("a: v # c\nb: 1\n", edited("a: # c\nb: 1\n", e -> e.set("a", "v")));
  }

  @Test
  void opensABlockBelowANull() {
    assertEquals("a: # c\n  x: v\nb: 1\n", edited("a: ~ # c\nb: 1\n", e -> e.set("a.x", "v")));
  }

  @Test
  void createsMissingMapsOnThePath() {
    assertEquals("b:\n  c: x\n", edited("", e -> e.set("b.c", "x")));
    assertEquals("# only\nb:\n  c: x\n", edited("# only\n", e -> e.set("b.c", "x")));
    assertEquals("--- # c\nb: x\n...\n", edited("--- # c\n...\n", e -> e.set("b", "x")));
  }

  @Test
  void addsAfterTheLastEntryAndBeforeTheNextComment() {
    assertEquals(
        """
        a:
          b: 1
          d: 3

        # about c
        c: 2
        """,
        edited("a:\n  b: 1\n\n# about c\nc: 2\n", e -> e.set("a.d", 3)));
  }

  @Test
  void addsAfterTheBlankLinesOfAValue() {
    assertEquals("a: |+\n  t\n\n\nb: 1\n", edited("a: |+\n  t\n\n\n", e -> e.set("b", 1)));
  }

  @Test
  void addsAtTheEndOfATextWithoutALineBreak() {
    assertEquals("a: 1\nb: \"2\"", edited("a: 1", e -> e.set("b", "2")));
    assertEquals("a: |-\n  text\nb: 1", edited("a: |\n  text", e -> e.set("b", 1)));
  }

  @Test
  void seesTheChangesOfEarlierCalls() {
    assertEquals(
        """
        a: 1
        b:
          c:
            d: x
            e: v
          f: 1
        """,
        edited("a: 1\n", e -> e.set("b.c.d", "x").set("b.c.e", "v").set("b.f", 1)));
  }

  @Test
  void indentsAsTheItemDoes() {
    assertEquals("a:\n    b: 1\nc:\n    d: 1\n", edited("a:\n    b: 1\n", e -> e.set("c.d", 1)));
    assertEquals("a:\n  - 1\nb:\n  - 1\n", edited("a:\n  - 1\n", e -> e.set("b", List.of(1))));
    assertEquals("a:\n- 1\nb:\n- 1\n", edited("a:\n- 1\n", e -> e.set("b", List.of(1))));
  }

  @Test
  void takesTheLineBreaksOfTheText() {
    assertEquals(
        "a: 1\r\nb:\r\n  c: |\r\n    l\r\n    m\r\n",
        edited("a: 1\r\n", e -> e.set("b.c", "l\nm\n")));
  }

  @Test
  void writesEveryKindOfValue() {
    var value =
        Edited.map(
            "t",
            "x\nz\n",
            "e",
            Map.of(),
            "l",
            List.of(),
            "z",
            null,
            "b",
            true,
            "i",
            List.of(1, "1"));
    assertEquals(
        """
        v:
          t: |
            x
            z
          e: {}
          l: []
          z: null
          b: true
          i:
          - 1
          - "1"
        """,
        Yaml.of(Edited.map("v", value)).toString());
  }

  @Test
  void changesOnlyDifferingEntriesOfAMap() {
    assertEquals(
        "a:\n  k: 3 # two\n  z: 4\n",
        edited("a:\n  x: 1 # one\n  k: 2 # two\n", e -> e.set("a", Edited.map("k", 3, "z", 4))));
  }

  @Test
  void changesOnlyDifferingItemsOfAList() {
    assertEquals(
        "a:\n- x # one\n- q\n- z # two\n",
        edited("a:\n- x # one\n- z # two\n", e -> e.set("a", List.of("x", "q", "z"))));
  }

  @Test
  void turnsABlockIntoAScalarAndBack() {
    assertEquals("a: s # c\nb: 1\n", edited("a: # c\n  x: 1\nb: 1\n", e -> e.set("a", "s")));
    assertEquals(
        "a: # c\n  x: 1\nb: 1\n", edited("a: s # c\nb: 1\n", e -> e.set("a", Map.of("x", 1))));
    assertEquals("a: [] # c\n", edited("a: # c\n- x\n- z\n", e -> e.set("a", List.of())));
  }

  @Test
  void copiesTextAndCommentsOfAnotherNode() {
    var other = Yaml.parse("x:\n    k: 1 # one\n    # two\n    l:\n        - p\n").find("x");
    assertEquals(
        "a: 1\nb:\n  k: 1 # one\n  # two\n  l:\n      - p\n",
        edited("a: 1\n", e -> e.set("b", other.orElseThrow())));
    assertEquals(
        "a: {q: 1, b: {k: 1, l: [p]}}\n",
        edited("a: {q: 1}\n", e -> e.set("a.b", other.orElseThrow())));
  }

  @Test
  void reachesItemsByNameAndAllOfThem() {
    assertEquals(
        """
        a:
        - name: x
          v: 1
          w: 0
        - name: z
          v: 3
          w: 0
        """,
        edited(
            "a:\n- name: x\n  v: 1\n- name: z\n  v: 2\n",
            e -> e.set("a[name=z].v", 3).set("a[*].w", 0)));
  }

  @Test
  void keepsTheByteOrderMark() {
    assertEquals("\uFEFFb: 2\n", edited("\uFEFFa: 1\nb: 2\n", e -> e.remove("a")));
  }

  @Test
  void refusesAStepIntoAScalar() {
    var node = Yaml.parse("a: x\n");
    var error = assertThrows(BadYaml.class, () -> node.edit(e -> e.set("a.b", 3)));
    assertEquals("a: x (expected: a map) at line 1, column 4", error.getMessage());
  }

  @Test
  void refusesAnItemThatIsNotThere() {
    var node = Yaml.parse("a: []\n");
    var error = assertThrows(BadYaml.class, () -> node.edit(e -> e.set("a[name=z].v", 3)));
    assertEquals("a[name=z].v: no item with name: z at line 1, column 4", error.getMessage());
  }

  @Test
  void refusesValuesThatYamlCannotExpress() {
    var node = Yaml.parse("a: 1\n");
    assertThrows(IllegalArgumentException.class, () -> node.edit(e -> e.set("a", new Thread())));
  }

  /** Sets a text that is already there, written with escapes and folded lines. */
  @Test
  void leavesQuotedTextThatMeansTheSame() {
    for (String written :
        List.of("say \\\"hi\\\"", "a\\\\b", "a  \n  b", "a \n", "\\x41", "a\\\n  b")) {
      var root = Yaml.parse("a: \"" + written + "\"\n");
      String text = root.find("a").orElseThrow().text();

      assertSame(root, root.edit(e -> e.set("a", text)));
      var edited = root.edit(e -> e.set("a", text + "x"));
      assertEquals(text + "x", edited.find("a").orElseThrow().text());
    }
  }
}
