package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** Text with placeholders for the groups of a regular expression: {@code ubuntu:${1}}. */
record CaptureTemplate(String text) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([0-9]+)\\}");

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** Returns the first placeholder that no group of {@code regex} can fill. */
  Optional<String> findUnfillable(Pattern regex) {
    Matcher place = PLACEHOLDER.matcher(text);
    while (place.find()) {
      if (!isGroup(place.group(1), regex.groupCount())) {
        return Optional.of(place.group());
      }
    }
    return Optional.empty();
  }

  /**
   * Fills the placeholders with the groups of a match. A group that did not participate is empty.
   */
  String fill(Matcher match) {
    var filled = new StringBuilder();
    Matcher place = PLACEHOLDER.matcher(text);
    int done = 0;
    while (place.find()) {
      String group = match.group(Integer.parseInt(place.group(1)));
      filled.append(text, done, place.start()).append(group == null ? "" : group);
      done = place.end();
    }
    return filled.append(text, done, text.length()).toString();
  }

  private static boolean isGroup(String digits, int groups) {
    return digits.length() < 6 && !digits.startsWith("0") && Integer.parseInt(digits) <= groups;
  }
}
