package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class EnsureNameSubstringTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/ensure-name-substring").run(EnsureNameSubstring.class);
  }
}
