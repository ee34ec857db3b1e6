package dev.kiln.functions.setnamespace;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SetNamespaceTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/set-namespace").run(SetNamespace.class);
  }
}
