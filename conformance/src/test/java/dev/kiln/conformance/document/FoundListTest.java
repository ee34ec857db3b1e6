package dev.kiln.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoundListTest {
  private static final String LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nx-own: 1\n";

  @Test
  void isCleanWhenItStandsAlone() {
    assertThat(FoundList.find(LIST)).get().extracting(FoundList::spoiledBy).isEqualTo("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"working…\n", "apiVersion: the first\n", "a: b\n"})
  void isFoundBehindALine(String line) {
    assertThat(FoundList.find(line + LIST)).get().satisfies(FoundListTest::isSpoiled);
  }

  @ParameterizedTest
  @ValueSource(strings = {"done\n", "done: true\n", "---\na: b\n", "kind: twice\n"})
  void isFoundBeforeALine(String line) {
    assertThat(FoundList.find(LIST + line)).get().satisfies(FoundListTest::isSpoiled);
  }

  private static void isSpoiled(FoundList list) {
    assertThat(list.spoiledBy()).isNotEmpty();
    assertThat(list.items()).isEmpty();
  }

  @Test
  void isFoundInJsonBehindALine() {
    Optional<FoundList> list = FoundList.find("hello\n{\"kind\":\"ResourceList\",\"items\":[]}\n");

    assertThat(list).get().extracting(FoundList::spoiledBy).isEqualTo("\"hello\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "broken\n", "kind: List\n", "- kind: ResourceList\n", "{\n"})
  void isNotFoundInAnythingElse(String text) {
    assertThat(FoundList.find(text)).isEmpty();
  }
}
