package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesNamesTest {
  private static final String LONG = "a".repeat(63);

  @ParameterizedTest
  @ValueSource(strings = {"a", "a-1", "1a"})
  void acceptsDnsLabels(String name) {
    assertTrue(KubernetesNames.isDnsLabel(name));
    assertTrue(KubernetesNames.isDnsLabel(LONG));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a.b", "-a", "a-", "a_b", "a b"})
  void refusesInvalidDnsLabels(String name) {
    assertFalse(KubernetesNames.isDnsLabel(name));
    assertFalse(KubernetesNames.isDnsLabel(LONG + "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.b", "a-1.b-2.c"})
  void acceptsDnsSubdomains(String name) {
    assertTrue(KubernetesNames.isDnsSubdomain(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "A.b", "a_b"})
  void refusesInvalidDnsSubdomains(String name) {
    assertFalse(KubernetesNames.isDnsSubdomain(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A_b.c-d", "example.com/a", "a/B"})
  void acceptsKeys(String key) {
    assertTrue(KubernetesNames.isQualifiedName(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a/b/c", "A.com/a", "-a", "a b"})
  void refusesInvalidKeys(String key) {
    assertFalse(KubernetesNames.isQualifiedName(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "A_b.c-d", "1.0"})
  void acceptsLabelValues(String value) {
    assertTrue(KubernetesNames.isLabelValue(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "a b", "a/b", "-a", "a:"})
  void refusesInvalidLabelValues(String value) {
    assertFalse(KubernetesNames.isLabelValue(value));
    assertFalse(KubernetesNames.isLabelValue(LONG + "a"));
  }
}
