package dev.kiln.functions.searchreplace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** Text with places for the groups that a regular expression caught: {@code ubuntu:${1}}. */
record CaptureTemplate(String text) {
  private static final Pattern PLACE = Pattern.compile("\\$\\{([0-9]+)\\}");

  boolean isEmpty() {
    return text.isEmpty();
  }

  /** The first place that no group of {@code regex} can fill. */
  Optional<String> findUnfillable(Pattern regex) {
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      if (!isGroup(place.group(1), regex.groupCount())) {
        return Optional.of(place.group());
      }
    }
    return Optional.empty();
  }

  /** With what {@code caught} has found; a group that took no part is empty. */
  String fill(Matcher caught) {
    var filled = new StringBuilder();
    Matcher place = PLACE.matcher(text);
    int done = 0;
    while (place.find()) {
      String group = caught.group(Integer.parseInt(place.group(1)));
      filled.append(text, done, place.start()).append(group == null ? "" : group);
      done = place.end();
    }
    return filled.append(text, done, text.length()).toString();
  }

  private static boolean isGroup(String digits, int groups) {
    return digits.length() < 6 && !digits.startsWith("0") && Integer.parseInt(digits) <= groups;
  }
}
