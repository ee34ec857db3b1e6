package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.testkit.YamlSuiteText;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lines of a file say about its documents, held against the parser of all of it. */
class DocumentStreamTest {
  private static final Path SUITE =
      Path.of(System.getProperty("kiln.shared", "../../shared"), "yaml-test-suite", "src");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "# only\n",
        "a: 1",
        "---\na: 1\n",
        "# licence\n---\na: 1\n---\nb: 2\n",
        "--- {a: 1}\n--- # two\nb: 2\n...\n# three\n---\nc: 3",
        "%YAML 1.2\n---\na: 1\n...\n%TAG ! tag:x,1:\n---\n!y b\n",
        "a: 1\n...\nb: 2\n",
        "\uFEFFa: 1\r\n---\r\nb: 2\r\n",
        "\uFEFF---\na: |\n  ---\n  text\n---\nb: 2\n",
        "a: |+\n  x\n\n---\n\n\n---\n",
        "---\n---\n---",
      })
  void aFileIsItsHeadAndItsDocuments(String text) {
    assertThat(joined(DocumentStream.split(text.getBytes(UTF_8)))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# licence\n---\na: 1\n---\nb: 2\n",
        "--- {a: 1}\n--- # two\nb: 2\n...\n# three\n---\nc: 3",
        "%TAG !e! tag:x,1:\n---\n!e!y b\n...\n%TAG !e! tag:y,1:\n---\n!e!y b\n",
        "a: 1\n...\nb: 2\n",
        "\uFEFF---\na: |\n  ---\n  text\n---\nb: 2\n",
        "---\n---\na: 1\n--- |\n text\n",
      })
  void itsDocumentsMeanWhatTheFileMeans(String text) {
    assertThat(values(DocumentStream.split(text.getBytes(UTF_8)))).isEqualTo(valuesOfAll(text));
  }

  @Test
  void whatTheSuiteCallsDocumentsAreDocuments() throws IOException {
    assumeTrue(Files.isDirectory(SUITE), () -> "there is no " + SUITE);
    var wrong = new ArrayList<String>();
    for (String text : suite()) {
      byte[] bytes = text.getBytes(UTF_8);
      var split = DocumentStream.split(bytes);
      if (!joined(split).equals(text) || !agrees(split, text)) {
        wrong.add(text);
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static List<String> suite() throws IOException {
    var texts = new ArrayList<String>();
    try (Stream<Path> files = Files.list(SUITE)) {
      for (Path file : files.sorted().toList()) {
        for (Node one : Yaml.parse(Files.readAllBytes(file)).items()) {
          one.find("yaml")
              .flatMap(Node::string)
              .ifPresent(shown -> texts.add(YamlSuiteText.input(shown)));
        }
      }
    }
    return texts;
  }

  private static boolean agrees(DocumentStream split, String text) {
    List<String> all;
    try {
      all = valuesOfAll(text);
    } catch (BadYaml _) {
      return true;
    }
    return values(split).equals(all);
  }

  /** Empty documents aside, which a reader of all may not even see. */
  private static List<String> values(DocumentStream split) {
    return split.documents().stream()
        .map(document -> String.valueOf(Yaml.parse(document.text()).value()))
        .filter(value -> !value.equals("null"))
        .toList();
  }

  private static List<String> valuesOfAll(String text) {
    return Yaml.parseAll(text.getBytes(UTF_8)).stream()
        .map(node -> String.valueOf(node.value()))
        .filter(value -> !value.equals("null"))
        .toList();
  }

  private static String joined(DocumentStream split) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(split.head());
    for (var document : split.documents()) {
      out.writeBytes(document.separator());
      out.writeBytes(document.text());
    }
    return out.toString(UTF_8);
  }
}
