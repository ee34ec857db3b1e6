package @package@;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class @Class@Test {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases").run(@Class@.class);
  }
}
