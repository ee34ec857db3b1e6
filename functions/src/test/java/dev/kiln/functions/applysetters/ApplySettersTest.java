package dev.kiln.functions.applysetters;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class ApplySettersTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/apply-setters").run(ApplySetters.class);
  }
}
