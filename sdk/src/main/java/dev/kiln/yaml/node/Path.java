package dev.kiln.yaml.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path from a node to one or several nodes below it. Immutable.
 *
 * <p>In the text form {@code spec.template.spec.containers[name=app].image}, dots separate keys and
 * brackets select an item by a field. {@code [0]} is an item by its index. {@code [*]} or {@code *}
 * is every entry or item. {@code metadata.annotations["a.b/c"]} and {@code a\.b} are keys with
 * dots.
 */
public final class Path {
  private static final Path ROOT = new Path(List.of());

  /** Any thread writes here without a lock, because a cached path never changes. */
  private static final @Nullable Known[] CACHE = new @Nullable Known[64];

  private final List<Step> steps;

  /** One step of a path. */
  public sealed interface Step {
    /**
     * Leads to the value of a key. It defines equality itself, because the JDK generates a record's
     * equality at run time.
     */
    record Key(String name) implements Step {
      @Override
      public boolean equals(@Nullable Object other) {
        return other instanceof Key(var its) && its.equals(name);
      }

      @Override
      public int hashCode() {
        return name.hashCode();
      }
    }

    /** Leads to the item at an index, counted from 0. */
    record Index(int index) implements Step {
      @Override
      public boolean equals(@Nullable Object other) {
        return other instanceof Index(var its) && its == index;
      }

      @Override
      public int hashCode() {
        return index;
      }
    }

    /** Leads to the items whose {@code key} has this value. */
    record Where(String key, String value) implements Step {}

    /** Leads to every entry or item. */
    record Every() implements Step {}
  }

  private Path(List<Step> steps) {
    this.steps = steps;
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if the text is not a path
   */
  public static Path of(String text) {
    int slot = text.hashCode() & CACHE.length - 1;
    var cached = CACHE[slot];
    if (cached != null && cached.text.equals(text)) {
      return cached.path;
    }
    var path = text.isEmpty() ? ROOT : new Path(List.copyOf(new Reader(text).readSteps()));
    CACHE[slot] = new Known(text, path);
    return path;
  }

  /** A cached path. Functions read the same few paths for item after item. */
  private record Known(String text, Path path) {}

  /** The path along these keys, taken literally. */
  public static Path keys(String... keys) {
    var steps = new ArrayList<Step>(keys.length);
    for (var key : keys) {
      steps.add(new Step.Key(key));
    }
    return new Path(List.copyOf(steps));
  }

  /** The path along these steps. */
  public static Path of(List<Step> steps) {
    return steps.isEmpty() ? ROOT : new Path(List.copyOf(steps));
  }

  public Path key(String key) {
    return then(new Step.Key(key));
  }

  public Path index(int index) {
    return then(new Step.Index(index));
  }

  public Path match(String key, String value) {
    return then(new Step.Where(key, value));
  }

  public Path all() {
    return then(new Step.Every());
  }

  public Path then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new Path(List.copyOf(longer));
  }

  /** The path without its last step. The parent of the root is the root. */
  public Path parent() {
    return subPath(0, Math.max(0, steps.size() - 1));
  }

  /** The steps from {@code from}, inclusive, to {@code to}, exclusive. */
  public Path subPath(int from, int to) {
    return from == to ? ROOT : new Path(steps.subList(from, to));
  }

  /** Whether the path may lead to several places. */
  public boolean hasWildcards() {
    for (int i = 0; i < steps.size(); i++) {
      if (isWildcard(steps.get(i))) {
        return true;
      }
    }
    return false;
  }

  public static boolean isWildcard(Step step) {
    return step instanceof Step.Every || step instanceof Step.Where;
  }

  public boolean isRoot() {
    return steps.isEmpty();
  }

  public List<Step> steps() {
    return steps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Path path && path.steps.equals(steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  /** The path as text that {@link #of} reads back. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var step : steps) {
      if (step instanceof Step.Key(var name)) {
        appendKey(text, name);
      } else if (step instanceof Step.Index(var index)) {
        text.append('[').append(index).append(']');
      } else if (step instanceof Step.Where(var key, var value)) {
        text.append('[').append(key).append('=').append(selectorValue(value)).append(']');
      } else {
        text.append("[*]");
      }
    }
    return text.toString();
  }

  private static void appendKey(StringBuilder text, String name) {
    if (needsNoQuotes(name)) {
      text.append(text.isEmpty() ? "" : ".").append(name);
    } else {
      text.append("[").append(quote(name)).append("]");
    }
  }

  private static String quote(String name) {
    return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String selectorValue(String value) {
    return value.indexOf(']') >= 0 || value.startsWith("\"") ? quote(value) : value;
  }

  private static boolean needsNoQuotes(String name) {
    if (name.isEmpty() || name.equals("*")) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (".[]\\\"".indexOf(name.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Reads the text of a path in one pass from left to right. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    List<Step> readSteps() {
      var steps = new ArrayList<Step>();
      while (at < text.length()) {
        if (text.charAt(at) == '[') {
          steps.add(readBracket());
        } else {
          if (!steps.isEmpty() && text.charAt(at++) != '.') {
            throw syntaxError("expected . or [");
          }
          if (at < text.length() && text.charAt(at) == '[') {
            continue;
          }
          steps.add(readKey());
        }
      }
      return steps;
    }

    private Step readKey() {
      int start = at;
      var name = new StringBuilder();
      while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
        char c = text.charAt(at++);
        if (c == '\\' && at < text.length()) {
          c = text.charAt(at++);
        }
        name.append(c);
      }
      if (at == start) {
        throw syntaxError("an empty step");
      }
      return name.toString().equals("*") && text.charAt(start) == '*'
          ? new Step.Every()
          : new Step.Key(name.toString());
    }

    private Step readBracket() {
      at++;
      if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
        var name = readQuoted();
        readClosingBracket();
        return new Step.Key(name);
      }
      int equals = text.indexOf('=', at);
      int close = text.indexOf(']', at);
      if (close < 0) {
        throw syntaxError("a [ without its ]");
      }
      if (equals > at && equals < close) {
        return readSelector(equals, close);
      }
      var inner = text.substring(at, close);
      at = close + 1;
      if (inner.equals("*")) {
        return new Step.Every();
      }
      if (inner.isEmpty() || inner.length() > 9 || !inner.chars().allMatch(Character::isDigit)) {
        return readBareKey(inner);
      }
      return new Step.Index(Integer.parseInt(inner));
    }

    /**
     * Accepts a key in brackets without quotes, because kustomize writes keys with dots like that.
     */
    private Step readBareKey(String inner) {
      if (inner.isEmpty() || inner.equals("-") || inner.startsWith("-")) {
        throw syntaxError("expected [0], [*], [key=value] or [\"key\"]");
      }
      return new Step.Key(inner);
    }

    private Step readSelector(int equals, int close) {
      var key = text.substring(at, equals);
      at = equals + 1;
      if (at < text.length() && text.charAt(at) == '"') {
        var value = readQuoted();
        readClosingBracket();
        return new Step.Where(key, value);
      }
      var value = text.substring(at, close);
      at = close + 1;
      return new Step.Where(key, value);
    }

    private String readQuoted() {
      char quote = text.charAt(at++);
      var name = new StringBuilder();
      while (at < text.length() && text.charAt(at) != quote) {
        char c = text.charAt(at++);
        if (c == '\\' && at < text.length()) {
          c = text.charAt(at++);
        }
        name.append(c);
      }
      if (at == text.length()) {
        throw syntaxError("a quote that does not end");
      }
      at++;
      return name.toString();
    }

    private void readClosingBracket() {
      if (at == text.length() || text.charAt(at) != ']') {
        throw syntaxError("expected ]");
      }
      at++;
    }

    private IllegalArgumentException syntaxError(String reason) {
      return new IllegalArgumentException(
          "not a path: \"" + text + "\": " + reason + " at character " + (at + 1));
    }
  }
}
