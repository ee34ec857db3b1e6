package dev.kiln.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputListTest {
  private static final String LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nx-own: 1\n";

  @Test
  void isCleanWhenItStandsAlone() {
    assertThat(OutputList.find(LIST)).get().extracting(OutputList::extraOutput).isEqualTo("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"working…\n", "apiVersion: the first\n", "a: b\n"})
  void isFoundBehindALine(String line) {
    assertThat(OutputList.find(line + LIST)).get().satisfies(OutputListTest::isSpoiled);
  }

  @ParameterizedTest
  @ValueSource(strings = {"done\n", "done: true\n", "---\na: b\n", "kind: twice\n"})
  void isFoundBeforeALine(String line) {
    assertThat(OutputList.find(LIST + line)).get().satisfies(OutputListTest::isSpoiled);
  }

  private static void isSpoiled(OutputList list) {
    assertThat(list.extraOutput()).isNotEmpty();
    assertThat(list.items()).isEmpty();
  }

  @Test
  void isFoundInJsonBehindALine() {
    Optional<OutputList> list =
        OutputList.find("hello\n{\"kind\":\"ResourceList\",\"items\":[]}\n");

    assertThat(list).get().extracting(OutputList::extraOutput).isEqualTo("\"hello\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "broken\n", "kind: List\n", "- kind: ResourceList\n", "{\n"})
  void isNotFoundInAnythingElse(String text) {
    assertThat(OutputList.find(text)).isEmpty();
  }
}
