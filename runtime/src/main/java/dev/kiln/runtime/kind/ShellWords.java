package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a command into words as a shell does. It supports quotes and backslashes and nothing else.
 */
public final class ShellWords {
  private ShellWords() {}

  /** The words; empty if a quote is left open. */
  public static Optional<List<String>> of(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
        inWord = true;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
        inWord = true;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
        }
        inWord = false;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (inWord) {
      words.add(word.toString());
    }
    return quote == 0 ? Optional.of(List.copyOf(words)) : Optional.empty();
  }
}
