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
public final class SetterPattern {
  static final String PREFIX = "kpt-set:";

  private final String text;
  private final List<String> names = new ArrayList<>();

  /** The text before each placeholder, then the text after the last one. */
  private final List<String> literals = new ArrayList<>();

  private SetterPattern(String text) {
    this.text = text;
    int done = 0;
    int start = text.indexOf("${");
    int end = start < 0 ? -1 : text.indexOf('}', start);
    while (end >= 0) {
      literals.add(text.substring(done, start));
      names.add(text.substring(start + 2, end));
      done = end + 1;
      start = text.indexOf("${", done);
      end = start < 0 ? -1 : text.indexOf('}', start);
    }
    literals.add(text.substring(done));
  }

  /** Returns the pattern in a comment, if the comment has one. */
  public static Optional<SetterPattern> findIn(String comment) {
    return comment.startsWith(PREFIX + " ")
        ? Optional.of(new SetterPattern(comment.substring(PREFIX.length()).strip()))
        : Optional.empty();
  }

  /** Returns the comment for a pattern. */
  public static String comment(String pattern) {
    return PREFIX + " " + pattern;
  }

  public static String placeholder(String setter) {
    return "${" + setter + "}";
  }

  /** The pattern without the {@code kpt-set:} before it. */
  public String text() {
    return text;
  }

  /** The setters that the pattern names, in order, without duplicates. */
  public Set<String> setters() {
    return new LinkedHashSet<>(names);
  }

  public boolean namesAnyOf(Set<String> setters) {
    for (String name : names) {
      if (setters.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the setter, if the whole pattern is one placeholder. */
  public Optional<String> onlySetter() {
    boolean whole = names.size() == 1 && text.equals(placeholder(names.getFirst()));
    return whole ? Optional.of(names.getFirst()) : Optional.empty();
  }

  /** Replaces each placeholder by its value. A placeholder without a value stays. */
  public String fill(Map<String, String> values) {
    var filled = new StringBuilder(literals.getFirst());
    for (int i = 0; i < names.size(); i++) {
      String value = values.get(names.get(i));
      filled.append(value == null ? placeholder(names.get(i)) : value).append(literals.get(i + 1));
    }
    return filled.toString();
  }

  /**
   * Reads the values of the setters from a field's current text. The map is empty if the text does
   * not have the form of this pattern.
   */
  public Map<String, String> readValues(String current) {
    Matcher match = toRegex().matcher(InterruptibleText.of(current));
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

  private Pattern toRegex() {
    var regex = new StringBuilder(Pattern.quote(literals.getFirst()));
    for (int i = 0; i < names.size(); i++) {
      regex.append("(.*)").append(Pattern.quote(literals.get(i + 1)));
    }
    return Pattern.compile(regex.toString());
  }
}
