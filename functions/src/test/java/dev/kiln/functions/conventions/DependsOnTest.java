package dev.kiln.functions.conventions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DependsOnTest {
  @Test
  void readsReferencesWithAndWithoutNamespace() {
    String value = "apps/namespaces/shop/StatefulSet/store,/Namespace/shop";
    assertEquals(
        "apps/namespaces/shop/StatefulSet/x,/Namespace/x",
        DependsOn.rewrite(value, reference -> reference.withName("x")));
  }

  @Test
  void keepsTheBlanksAroundReferences() {
    String value = " /namespaces/a/ConfigMap/m , /namespaces/b/ConfigMap/m";
    assertEquals(
        " /namespaces/c/ConfigMap/m , /namespaces/c/ConfigMap/m",
        DependsOn.rewrite(value, reference -> reference.withNamespace("c")));
  }

  @Test
  void keepsTextThatIsNotAReference() {
    String value = "a/b,some words,/namespaces/x,";
    assertEquals(value, DependsOn.rewrite(value, reference -> reference.withName("x")));
  }
}
