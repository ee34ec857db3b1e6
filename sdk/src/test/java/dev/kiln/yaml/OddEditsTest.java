package dev.kiln.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Edits of unusual texts: question marks, roots that are strings, blanks at ends. */
class OddEditsTest {

  @Test
  void writesTextAtTheRootSoThatNoLineEndsTheDocument() {
    for (String text :
        List.of("a\n---\nb\n", "a\n...\n[", "\n a", "  a\n  b\n", "\ta\nb", "a\nb")) {
      Node written = Yaml.of(text);
      assertThat(written.value()).isEqualTo(text);
      assertThat(Yaml.parse(written.bytes()).value()).isEqualTo(text);
    }
  }

  @Test
  void quotesQuestionMarksInFlow() {
    Node flow = Yaml.parse("{a: b}\n").edit(e -> e.set("a", "http://x/?q=1"));
    assertThat(flow).hasToString("{a: \"http://x/?q=1\"}\n");
    Node block = Yaml.parse("a: b\n").edit(e -> e.set("a", "http://x/?q=1"));
    assertThat(block).hasToString("a: http://x/?q=1\n");
  }

  @Test
  void givesAValueToAQuestionMarkWithoutOne() {
    Node node = Yaml.parse("? key\n");
    assertThat(node.edit(e -> e.set("key", "value"))).hasToString("? key\n: value\n");
    assertThat(node.edit(e -> e.set("key", Map.of("a", 1)))).hasToString("? key\n:\n  a: 1\n");
  }

  @Test
  void removesAnEntryBelowAQuestionMark() {
    assertThat(Yaml.parse("?\na: 1\n").edit(e -> e.remove("a"))).hasToString("?\n");
    assertThat(Yaml.parse("? b\na: 1\n").edit(e -> e.remove("a"))).hasToString("? b\n");
    assertThat(Yaml.parse("? - b\na: 1\n").edit(e -> e.remove("a"))).hasToString("? - b\n");
  }

  @Test
  void keepsAValueWithoutAKeyFromTheQuestionMarkAboveIt() {
    assertThat(Yaml.parse("? a\nb: 1\n: 2\n").edit(e -> e.remove("b")).value())
        .isEqualTo(Yaml.parse("{? a , ? : 2}").value());
  }

  @Test
  void dropsBlanksThatANewLiteralWouldKeep() {
    Node node = Yaml.parse("- a: x   \n- y   \n");
    assertThat(node.edit(e -> e.set("[1]", Map.of("b", "one\ntwo"))))
        .hasToString("- a: x   \n- b: |-\n    one\n    two\n");
  }

  @Test
  void takesBlankLinesAwayThatALiteralBeforeThemWouldKeep() {
    Node node = Yaml.parse("a: |+\n  x\nb: 1\n\nc: 2\n");
    assertThat(node.edit(e -> e.remove("b"))).hasToString("a: |+\n  x\nc: 2\n");
  }

  @Test
  void refusesAnEditThatNestsTooDeep() {
    Node node = Yaml.parse("[".repeat(10_000) + "deep" + "]".repeat(10_000));
    assertThatThrownBy(() -> node.edit(e -> e.set("[0]".repeat(10_000), List.of(1))))
        .isInstanceOf(BadYaml.class);
  }
}
