package dev.kiln.functions.fields;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Describes how setters form the value of a field. It is written in the field's comment: {@code
 * kpt-set: ${image}:${tag}}.
 */
public record SetterPattern(String text) {
  static final String MARK = "kpt-set:";

  private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)\\}");

  /** The pattern that stands in a comment, if it is one. */
  public static Optional<SetterPattern> in(String comment) {
    return comment.startsWith(MARK + " ")
        ? Optional.of(new SetterPattern(comment.substring(MARK.length()).strip()))
        : Optional.empty();
  }

  /** Returns the comment for a pattern. */
  public static String comment(String pattern) {
    return MARK + " " + pattern;
  }

  public static String placeholder(String setter) {
    return "${" + setter + "}";
  }

  /** The setters it names, in order, each once. */
  public Set<String> setters() {
    var names = new LinkedHashSet<String>();
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      names.add(place.group(1));
    }
    return names;
  }

  /** The setter, if the whole pattern is one. */
  public Optional<String> onlySetter() {
    return setters().stream().filter(name -> text.equals(placeholder(name))).findFirst();
  }

  /** Replaces each placeholder by its value. A placeholder without a value stays. */
  public String fill(Map<String, String> values) {
    var filled = new StringBuilder();
    Matcher place = PLACE.matcher(text);
    int i = 0;
    while (place.find()) {
      filled.append(text, i, place.start());
      filled.append(values.getOrDefault(place.group(1), place.group()));
      i = place.end();
    }
    return filled.append(text, i, text.length()).toString();
  }

  /**
   * Reads the values of the setters from a field's current text. The map is empty if the text does
   * not have the form of this pattern.
   */
  public Map<String, String> read(String current) {
    List<String> names = new ArrayList<>();
    Matcher match = expression(names).matcher(current);
    if (!match.find()) {
      return Map.of();
    }
    var values = new HashMap<String, String>();
    for (int i = 0; i < names.size(); i++) {
      String value = match.group(i + 1);
      if (value.isEmpty()) {
        return Map.of();
      }
      values.put(names.get(i), value);
    }
    return values;
  }

  private Pattern expression(List<String> names) {
    var regex = new StringBuilder();
    Matcher place = PLACE.matcher(text);
    int i = 0;
    while (place.find()) {
      regex.append(Pattern.quote(text.substring(i, place.start()))).append("(.*)");
      names.add(place.group(1));
      i = place.end();
    }
    return Pattern.compile(regex.append(Pattern.quote(text.substring(i))).toString());
  }
}
