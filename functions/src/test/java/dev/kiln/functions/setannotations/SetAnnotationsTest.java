package dev.kiln.functions.setannotations;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SetAnnotationsTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/set-annotations").run(SetAnnotations.class);
  }
}
