package dev.kiln.yaml;

import static dev.kiln.yaml.Edited.edited;
import static dev.kiln.yaml.node.Comment.FOOT;
import static dev.kiln.yaml.node.Comment.HEAD;
import static dev.kiln.yaml.node.Comment.LINE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommentTest {
  private static final String TEXT =
      """
      # of the text

      # of a,
      #  two lines
      a: 1 # line a
      b: # line b
        - x # line x
        # below x
      c: | # line c
        t # no comment
      # below c

      d: [p, q] # line d
      """;

  private static Optional<String> read(String path, Comment place) {
    return Yaml.parse(TEXT).find(path).orElseThrow().comment(place);
  }

  @Test
  void readsLineComments() {
    assertEquals(Optional.of("line a"), read("a", LINE));
    assertEquals(Optional.of("line b"), read("b", LINE));
    assertEquals(Optional.of("line x"), read("b[0]", LINE));
    assertEquals(Optional.of("line c"), read("c", LINE));
    assertEquals(Optional.of("line d"), read("d", LINE));
    assertEquals(Optional.empty(), read("d[1]", HEAD));
  }

  @Test
  void readsHeadComments() {
    assertEquals(Optional.of("of a,\n two lines"), read("a", HEAD));
    assertEquals(Optional.of("of the text"), read("", HEAD));
    assertEquals(Optional.empty(), read("b", HEAD));
  }

  @Test
  void readsFootComments() {
    assertEquals(Optional.of("below c"), read("c", FOOT));
    assertEquals(Optional.of("below x"), read("b[0]", FOOT));
    assertEquals(Optional.empty(), read("a", FOOT));
  }

  @Test
  void writesLineComments() {
    assertEquals(
        """
        a: 1 # one
        b: # two
          - x
        c: | # three
          t
        d: [p] # four
        e: # five
        """,
        edited(
            "a: 1\nb:\n  - x\nc: |\n  t\nd: [p]\ne:\n",
            e ->
                e.comment("a", LINE, "one")
                    .comment("b", LINE, "two")
                    .comment("c", LINE, "three")
                    .comment("d", LINE, "four")
                    .comment("e", LINE, "five")));
  }

  @Test
  void replacesAndRemovesComments() {
    assertEquals("a: 1   # new\n", edited("a: 1   # old\n", e -> e.comment("a", LINE, "new")));
    assertEquals("a: 1\n", edited("a: 1   # old\n", e -> e.uncomment("a", LINE)));
    assertEquals("a: 1\n\nb: 2\n", edited("a: 1\n# f\n\nb: 2\n", e -> e.uncomment("a", FOOT)));
    assertEquals("a: 1\nb: 2\n", edited("a: 1\n# h\nb: 2\n", e -> e.uncomment("b", HEAD)));
  }

  @Test
  void writesHeadAndFootComments() {
    assertEquals(
        "a:\n  # h\n  # i\n  b: 1\n", edited("a:\n  b: 1\n", e -> e.comment("a.b", HEAD, "h\ni")));
    assertEquals("# top\n\na: 1\n", edited("a: 1\n", e -> e.comment("", HEAD, "top")));
    assertEquals("a: 1\n# f\n\nb: 2\n", edited("a: 1\nb: 2\n", e -> e.comment("a", FOOT, "f")));
  }

  @Test
  void convertsAFlowCollectionWithoutPlaceForAComment() {
    assertEquals(
        "a:\n  b: [x, z] # c\n  d: {e: 1}\n",
        edited("a: {b: [x, z], d: {e: 1}}\n", e -> e.comment("a.b", LINE, "c")));
    assertEquals("a:\n- x # c\n- z\n", edited("a: [x, z]\n", e -> e.comment("a[0]", LINE, "c")));
  }

  @Test
  void combinesWithOtherChangesOfTheSameEdit() {
    assertEquals(
        "a: 2 # c\nb: 3\n",
        edited("a: 1\n", e -> e.set("a", 2).comment("a", LINE, "c").set("b", 3)));
  }

  @Test
  void refusesToCommentInJson() {
    var node = Yaml.parse("{\"a\": 1}");
    assertThrows(BadYaml.class, () -> node.edit(e -> e.comment("a", LINE, "c")));
  }

  @Test
  void refusesALineBreakInALineComment() {
    var node = Yaml.parse("a: 1\n");
    assertThrows(
        IllegalArgumentException.class, () -> node.edit(e -> e.comment("a", LINE, "c\nd")));
  }
}
