package dev.kiln.functions.setimage;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SetImageTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/set-image").run(SetImage.class);
  }
}
