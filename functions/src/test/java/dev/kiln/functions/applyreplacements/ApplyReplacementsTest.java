package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class ApplyReplacementsTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/apply-replacements").run(ApplyReplacements.class);
  }
}
