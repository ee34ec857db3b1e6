package dev.kiln.functions.fields;

import com.google.re2j.Pattern;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates how large a regular expression becomes when it is compiled. Counted repetitions of
 * counted repetitions make a few bytes as large as the heap: {@code ((a{1000}){1000}){1000}}.
 */
public final class RegexSize {
  /** How many steps a compiled expression may have. */
  static final int LIMIT = 10_000;

  private static final Pattern REPETITION = Pattern.compile("^\\{([0-9]+)(,([0-9]*))?\\}");

  private final String regex;
  private final Deque<Long> groups = new ArrayDeque<>(); // the sizes of what is before open groups
  private long size; // of the current group
  private long atom; // the size of what a repetition repeats
  private int at;

  private RegexSize(String regex) {
    this.regex = regex;
  }

  /** Why the expression is not compiled, for messages; empty if it is small enough. */
  public static String problem(String regex) {
    return new RegexSize(regex).isWithinLimit()
        ? ""
        : "compiled, it would have more than " + LIMIT + " steps";
  }

  private boolean isWithinLimit() {
    while (at < regex.length()) {
      char c = regex.charAt(at++);
      switch (c) {
        case '(' -> {
          groups.push(size);
          size = 0;
          atom = 0;
        }
        case ')' -> {
          atom = size + 2;
          size = atom + (groups.isEmpty() ? 0 : groups.pop());
        }
        case '[' -> {
          skipClass();
          add(1);
        }
        case '\\' -> readEscape();
        case '{' -> readRepetition();
        default -> add(1);
      }
      if (size > LIMIT) {
        return false;
      }
    }
    return true;
  }

  private void add(long part) {
    atom = part;
    size += part;
  }

  private void readRepetition() {
    var matcher = REPETITION.matcher(regex.substring(at - 1, Math.min(regex.length(), at + 20)));
    if (!matcher.find()) {
      add(1);
      return;
    }
    at += matcher.end() - 1;
    String most = matcher.group(3) == null || matcher.group(3).isEmpty() ? "0" : matcher.group(3);
    long times = Math.max(times(matcher.group(1)), times(most));
    size += atom * Math.max(0, times - 1);
    atom *= Math.max(1, times);
  }

  /** The compiler refuses more than 1,000. */
  private static long times(String digits) {
    return digits.length() > 4 ? LIMIT : Long.parseLong(digits);
  }

  private void skipClass() {
    at += regex.startsWith("^", at) ? 1 : 0;
    at += regex.startsWith("]", at) ? 1 : 0;
    while (at < regex.length() && regex.charAt(at) != ']') {
      int named = regex.startsWith("[:", at) ? regex.indexOf(":]", at + 2) : -1;
      at = named >= 0 ? named + 2 : at + (regex.charAt(at) == '\\' ? 2 : 1);
    }
    at++;
  }

  private void readEscape() {
    char c = at < regex.length() ? regex.charAt(at++) : ' ';
    if (c == 'Q') {
      int end = regex.indexOf("\\E", at);
      end = end < 0 ? regex.length() : end;
      add(1);
      size += end - at;
      at = Math.min(regex.length(), end + 2);
      return;
    }
    if ("pPx".indexOf(c) >= 0 && regex.startsWith("{", at)) {
      int end = regex.indexOf('}', at);
      at = end < 0 ? regex.length() : end + 1;
    }
    add(1);
  }
}
