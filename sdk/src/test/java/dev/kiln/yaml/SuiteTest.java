package dev.kiln.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.yaml.edit.TextEditor;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the parser against the official yaml-test-suite. The files of the suite are outside the
 * repository, in the folder that {@code -Dkiln.shared} names. Without them, these tests are
 * reported as skipped. The file {@code suite-skips.txt} lists the cases that we deliberately read
 * differently, with the reasons.
 */
class SuiteTest {
  private static final Path SUITE =
      Path.of(System.getProperty("kiln.shared", "../../shared"), "yaml-test-suite");

  @TestFactory
  Stream<DynamicTest> agreesWithTheSuite() {
    Map<String, String> skips = skips();
    return cases().stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.toString(),
                    () -> {
                      if (skips.containsKey(c.id())) {
                        assertThatThrownBy(() -> checkCase(c))
                            .as("listed in suite-skips.txt, but it passes: remove the line")
                            .isInstanceOfAny(AssertionError.class, BadYaml.class);
                      } else {
                        checkCase(c);
                      }
                    }));
  }

  @Test
  void listsNoSkipThatTheSuiteDoesNotHave() {
    assertThat(skips().keySet()).isSubsetOf(cases().stream().map(SuiteCase::id).toList());
  }

  @Test
  void printsEveryAcceptedCaseUnchanged() {
    for (SuiteCase c : cases()) {
      for (Node document : parseAccepted(c)) {
        assertThat(document.bytes()).as(c.toString()).isEqualTo(c.bytes());
      }
    }
  }

  private static void checkCase(SuiteCase c) {
    if (c.refused()) {
      assertThatThrownBy(() -> TextEditor.readAll(c.bytes())).isInstanceOf(BadYaml.class);
    } else {
      assertThat(Events.of(c.bytes())).isEqualTo(c.events());
    }
  }

  private static List<Node> parseAccepted(SuiteCase c) {
    try {
      return List.of(Yaml.parse(c.bytes()));
    } catch (BadYaml e) {
      return List.of();
    }
  }

  private static List<SuiteCase> cases() {
    assumeTrue(Files.isDirectory(SUITE), "no yaml-test-suite at " + SUITE.toAbsolutePath());
    return SuiteCase.in(SUITE);
  }

  /** Ids and reasons; a line is {@code ID reason}, {@code #} starts a comment. */
  private static Map<String, String> skips() {
    Map<String, String> skips = new LinkedHashMap<>();
    for (String line : TestFiles.lines("suite-skips.txt")) {
      String[] parts = line.split(" +", 2);
      assertThat(parts).as("an id and its reason: " + line).hasSize(2);
      skips.put(parts[0], parts[1]);
    }
    return skips;
  }
}
