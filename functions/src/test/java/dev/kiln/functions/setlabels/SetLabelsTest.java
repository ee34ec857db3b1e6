package dev.kiln.functions.setlabels;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SetLabelsTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/set-labels").run(SetLabels.class);
  }
}
