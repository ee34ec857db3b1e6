package dev.kiln.functions.createsetters;

import dev.kiln.functions.fields.SetterPattern;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values of setters in texts. Where several values match, the longest one wins, and of
 * equal values the first. The values are a tree of their characters, so that the number of setters
 * does not matter for a search.
 */
final class SetterTexts {
  private final Node root = new Node();

  private static final class Node {
    /** The nodes of the values that go on; empty while there are none. */
    private Map<Character, Node> next = Map.of();

    /** The setter whose value ends here. */
    private @Nullable String setter;

    Node step(char c) {
      if (next.isEmpty()) {
        next = new HashMap<>(2);
      }
      return next.computeIfAbsent(c, _ -> new Node());
    }
  }

  void add(String setter, String value) {
    Node at = root;
    for (int i = 0; i < value.length(); i++) {
      at = at.step(value.charAt(i));
    }
    if (at.setter == null) {
      at.setter = setter;
    }
  }

  /** Returns the text with placeholders for values; empty if it contains none. */
  Optional<String> patternFor(String text) {
    StringBuilder pattern = null;
    int done = 0;
    int at = 0;
    while (at < text.length()) {
      int end = at;
      String setter = null;
      Node node = root.next.get(text.charAt(at));
      for (int i = at + 1; node != null; i++) {
        if (node.setter != null) {
          setter = node.setter;
          end = i;
        }
        node = i < text.length() ? node.next.get(text.charAt(i)) : null;
      }
      if (setter == null) {
        at++;
      } else {
        pattern = pattern == null ? new StringBuilder() : pattern;
        pattern.append(text, done, at).append(SetterPattern.placeholder(setter));
        at = end;
        done = end;
      }
    }
    return pattern == null
        ? Optional.empty()
        : Optional.of(pattern.append(text, done, text.length()).toString());
  }
}
