package dev.kiln.flags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> COMMANDS = List.of("serve", "functions", "help", "version");

  @Test
  void findsTheWordThatWasMeant() {
    for (String word : List.of("functons", "fnuctions", "function", "funktions", "func")) {
      assertThat(Suggestion.of(word, COMMANDS))
          .as(word)
          .isEqualTo("\n\nDid you mean this?\n\tfunctions\n");
    }
  }

  @Test
  void putsTheNearestFirst() {
    assertThat(Suggestion.of("set-labl", List.of("set-late", "set-label")))
        .endsWith("\tset-label\n\tset-late\n");
  }

  @Test
  void findsNothingFarAway() {
    assertThat(Suggestion.of("frobnicate", COMMANDS)).isEmpty();
    assertThat(Suggestion.of("", COMMANDS)).isEmpty();
  }
}
