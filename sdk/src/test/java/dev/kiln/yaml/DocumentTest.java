package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.Node;
import org.junit.jupiter.api.Test;

class DocumentTest {
  private static final String LIST =
      """
      items:
        - a: 1 # one
          # below

          b:
            - x
        - c: 2
      """;

  @Test
  void isTheWholeTextForADocument() {
    String text = "# above\n\na: 1\n\n# below\n...\n";

    assertThat(document(Yaml.parse(text))).isEqualTo(text);
  }

  @Test
  void keepsTheTextAroundAnEditedDocument() {
    Node edited = Yaml.parse("# above\n\na: 1\n\n# below\n").edit(e -> e.set("a", 2));

    assertThat(document(edited)).isEqualTo("# above\n\na: 2\n\n# below\n");
  }

  @Test
  void anItemOfAListBeginsInTheFirstColumn() {
    Node item = Yaml.parse(LIST).find("items[0]").orElseThrow();

    assertThat(document(item)).isEqualTo("a: 1 # one\n# below\n\nb:\n  - x\n");
  }

  @Test
  void anEditedItemOfAListBeginsInTheFirstColumn() {
    Node item = Yaml.parse(LIST).find("items[0]").orElseThrow().edit(e -> e.set("a", 2));

    assertThat(document(item)).isEqualTo("a: 2 # one\n# below\n\nb:\n  - x\n");
  }

  @Test
  void expandsAliasesOfAnItem() {
    Node item = Yaml.parse("x: &x {k: v}\nitems:\n- a: *x\n").find("items[0]").orElseThrow();

    assertThat(document(item)).isEqualTo("a: {k: v}\n");
  }

  private static String document(Node node) {
    return new String(node.document(), UTF_8);
  }
}
