package dev.kiln.functions.applyreplacements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.sdk.BadInput;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
  private static final Map<String, String> LABELS =
      Map.of("app", "web", "example.com/tier", "front", "size", "3", "empty", "");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "app=web; true",
        "app == web; true",
        "app=db; false",
        "app!=db; true",
        "none!=db; true",
        "app in (db, web); true",
        "app notin (db,web); false",
        "none notin (x); true",
        "app; true",
        "!app; false",
        "! none; true",
        "none; false",
        "size>2; true",
        "size < 3; false",
        "app>2; false",
        "empty=; true",
        "app=; false",
        "app=web,example.com/tier=front,!none; true",
        "app=web , size=4; false",
        "' '; true",
      })
  void matchesAsInKubernetes(String selector, boolean holds) {
    assertEquals(holds, LabelSelector.of("labelSelector", selector).matches(LABELS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a===b", "a in b", "a in (b", "=b", "a,,b", "a b", "a>x", "(a)", "a=b,"})
  void refusesInvalidSelectors(String selector) {
    assertThrows(BadInput.class, () -> LabelSelector.of("labelSelector", selector));
  }
}
