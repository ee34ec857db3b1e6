package dev.kiln.examples;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SetResourceDefaultsTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases").run(SetResourceDefaults.class);
  }
}
