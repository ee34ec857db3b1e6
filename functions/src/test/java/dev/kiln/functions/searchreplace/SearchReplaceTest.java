package dev.kiln.functions.searchreplace;

import dev.kiln.sdk.testing.Cases;
import org.junit.jupiter.api.Test;

class SearchReplaceTest {
  @Test
  void doesWhatItsCasesShow() {
    Cases.in("src/test/cases/search-replace").run(SearchReplace.class);
  }
}
