package dev.kiln.functions.searchreplace;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SearchReplaceTest {
  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/search-replace").run(SearchReplace.class);
  }
}
