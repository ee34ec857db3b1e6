package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  private static final String LONG = "a".repeat(63);

  @ParameterizedTest
  @ValueSource(strings = {"a", "a-1", "1a"})
  void takesDnsLabels(String name) {
    assertTrue(Names.isDnsLabel(name));
    assertTrue(Names.isDnsLabel(LONG));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a.b", "-a", "a-", "a_b", "a b"})
  void refusesWhatIsNoDnsLabel(String name) {
    assertFalse(Names.isDnsLabel(name));
    assertFalse(Names.isDnsLabel(LONG + "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.b", "a-1.b-2.c"})
  void takesDnsSubdomains(String name) {
    assertTrue(Names.isDnsSubdomain(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "A.b", "a_b"})
  void refusesWhatIsNoDnsSubdomain(String name) {
    assertFalse(Names.isDnsSubdomain(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A_b.c-d", "example.com/a", "a/B"})
  void takesKeys(String key) {
    assertTrue(Names.isQualifiedName(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a/b/c", "A.com/a", "-a", "a b"})
  void refusesWhatIsNoKey(String key) {
    assertFalse(Names.isQualifiedName(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "A_b.c-d", "1.0"})
  void takesLabelValues(String value) {
    assertTrue(Names.isLabelValue(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "a b", "a/b", "-a", "a:"})
  void refusesWhatIsNoLabelValue(String value) {
    assertFalse(Names.isLabelValue(value));
    assertFalse(Names.isLabelValue(LONG + "a"));
  }
}
