package dev.kiln.conformance.document;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.conformance.document.DocumentValue.Position;
import dev.kiln.conformance.document.YamlDocument.Comment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlDocumentTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "word, STRING",
        "'7', STRING",
        "\"yes\", STRING",
        "yes, BOOLEAN",
        "7, NUMBER",
        "017, NUMBER",
        "0o17, NUMBER",
        "1e3, NUMBER",
        "~, NULL",
        "1.2.3, STRING",
      })
  void knowsWhatIsAText(String written, ScalarType type) throws UnreadableDocumentException {
    DocumentValue value = YamlDocument.of("a: " + written).root().find("a").orElseThrow();

    assertThat(value.kind()).isEqualTo(type.text());
  }

  @Test
  void readsATextOnce() throws Exception {
    YamlDocument first = YamlDocument.of("remembered: 1");

    assertThat(YamlDocument.of(" remembered: 1".strip())).isSameAs(first);
  }

  @Test
  void readsWhatAnAliasStandsFor() throws UnreadableDocumentException {
    DocumentValue root = YamlDocument.of("a: &x {b: c}\nd: *x\n").root();

    assertThat(root.text("d", "b")).isEqualTo("c");
  }

  @Test
  void findsCommentsAndTheirLines() throws UnreadableDocumentException {
    YamlDocument document = YamlDocument.of("# one\na: \"x # no\" # two\n\nb: |\n  # text\n");

    assertThat(document.comments()).containsExactly(new Comment(0, "one"), new Comment(1, "two"));
  }

  @Test
  void knowsWhereAValueIsWritten() throws UnreadableDocumentException {
    DocumentValue list = YamlDocument.of("a: b\nitems: [1]\n").root().find("items").orElseThrow();

    assertThat(list.place()).isEqualTo(new Position(12, 1, 7, true));
  }

  @Test
  void refusesWhatIsNoYamlAndSaysWhere() {
    assertThatThrownBy(() -> YamlDocument.of("a: b\nitems: [\n"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageStartingWith("line 3, column 1: ");
  }

  @Test
  void refusesAKeyThatIsThereTwice() {
    assertThatThrownBy(() -> YamlDocument.of("a: b\nc:\n  d: 1\n  d: 2\n"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage("line 4, column 3: the key \"d\" for the second time");
  }

  @Test
  void refusesAnotherEncoding() {
    assertThatThrownBy(() -> YamlDocument.of("a: ü".getBytes(ISO_8859_1))).hasMessage("not UTF-8");
  }

  @Test
  void refusesMoreThanOneDocument() {
    assertThatThrownBy(() -> YamlDocument.of("a: b\n---\nc: d\n"))
        .hasMessage("2 documents, not one");
  }

  @Test
  void refusesNothing() {
    assertThatThrownBy(() -> YamlDocument.of("")).hasMessage("empty: no document in it");
  }
}
