package dev.kiln.functions.upsertresource;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class UpsertResourceTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/upsert-resource").run(UpsertResource.class);
  }
}
