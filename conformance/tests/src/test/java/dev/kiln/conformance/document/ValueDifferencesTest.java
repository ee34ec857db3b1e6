package dev.kiln.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueDifferencesTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{a: b, c: d}|{c: 'd', a: \"b\"}",
        "1.0|1",
        "1e3|1000",
        "null|~",
        "[a, b]|- a\\n- b"
      })
  void areNoneInTheWayItIsWritten(String one, String other) throws UnreadableDocumentException {
    assertThat(between(one, other.replace("\\n", "\n"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "7|\"7\"|at: expected 7, found \"7\"",
        "{a: b}|{a: c}|at.a: expected \"b\", found \"c\"",
        "{a: b}|{}|at.a: expected \"b\", found nothing",
        "{}|{a: b}|at.a: expected nothing, found \"b\"",
        "[a]|{a: b}|at: expected a list, found a map",
        "[a]|[a, b]|at: expected 1 entries, found 2 entries",
        "[a, b]|[b, a]|at[0]: expected \"a\", found \"b\"",
        "017|17|at: expected 017, found 17",
        "true|yes|at: expected true, found yes",
        "|''|at: expected null, found \"\"",
      })
  void areNamedByTheirPlace(String one, String other, String difference)
      throws UnreadableDocumentException {
    assertThat(between(one == null ? "~" : one, other)).contains(difference);
  }

  @Test
  void areOnlyTheFirstFew() throws UnreadableDocumentException {
    assertThat(between("[1, 2, 3, 4, 5, 6, 7]", "[2, 3, 4, 5, 6, 7, 8]")).hasSize(5);
  }

  private static List<String> between(String one, String other) throws UnreadableDocumentException {
    return ValueDifferences.between(
        "at", YamlDocument.of(one).root(), YamlDocument.of(other).root());
  }
}
