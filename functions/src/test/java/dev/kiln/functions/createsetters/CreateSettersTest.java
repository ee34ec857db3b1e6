package dev.kiln.functions.createsetters;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class CreateSettersTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/create-setters").run(CreateSetters.class);
  }
}
