package dev.kiln.sdk;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import org.jspecify.annotations.Nullable;

/**
 * An error in what the caller sent. It names the place, the value found there and the value
 * expected.
 *
 * <p>If it is thrown while a list is read, nothing ran. If a function throws it, the function
 * refuses its functionConfig: the call ends with an error result that has the field's path, and
 * with exit code 3.
 */
public class BadInput extends RuntimeException {
  private final String field;
  private final String found;
  private final String expected;
  private final int line;
  private final int column;

  public BadInput(String field, String found, String expected) {
    this(field, found, expected, 0, 0, null);
  }

  /** Adds the position of {@code at} in the text that it was read from. */
  public BadInput(String field, String found, String expected, Node at) {
    this(field, found, expected, at.line(), at.column(), null);
  }

  BadInput(
      String field,
      String found,
      String expected,
      int line,
      int column,
      @Nullable Throwable cause) {
    super(message(field, found, expected, line, column), cause);
    this.field = field;
    this.found = found;
    this.expected = expected;
    this.line = line;
    this.column = column;
  }

  /** The value at {@code path} is not the expected one. */
  public static BadInput at(Node found, Path path, String expected) {
    return new BadInput(path.toString(), ValueText.of(found), expected, found);
  }

  /** The text is not YAML, or it uses YAML that a list must not have. */
  public static BadInput of(BadYaml e) {
    return new BadInput("", e.reason(), "", e.line(), e.column(), e);
  }

  /**
   * Throws unless {@code ok} is true. It is meant for the compact constructor of a record that
   * holds the functionConfig. The binder adds the line and the path that leads to the record.
   */
  public static void unless(boolean ok, String field, @Nullable Object found, String expected) {
    if (!ok) {
      throw new BadInput(field, ValueText.of(found), expected);
    }
  }

  /** The path of the field, empty if the whole input is meant. */
  public String field() {
    return field;
  }

  public String found() {
    return found;
  }

  /** The expected value, empty if {@link #found} already says everything. */
  public String expected() {
    return expected;
  }

  /** The line, from 1; 0 if no position is known. */
  public int line() {
    return line;
  }

  /** The column, from 1; 0 if no position is known. */
  public int column() {
    return column;
  }

  public static String message(String field, String found, String expected, int line, int column) {
    var text = new StringBuilder();
    if (!field.isEmpty()) {
      text.append(field).append(": ");
    }
    text.append(found);
    if (!expected.isEmpty()) {
      text.append(" (expected: ").append(expected).append(')');
    }
    if (line > 0) {
      text.append(" at line ").append(line).append(", column ").append(column);
    }
    return text.toString();
  }
}
