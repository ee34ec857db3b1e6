package dev.kiln.sdk;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * What the caller got wrong: names the place, what was found there and what fits.
 *
 * <p>While a list is read it means that nothing ran. Thrown by a function, it means that the
 * functionConfig is refused: it becomes an error result with the field's path, and exit code 3.
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

  /** With the place of {@code at} in the text it was read from. */
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

  /** Text that is no YAML, or YAML that a list may not have. */
  public static BadInput of(BadYaml e) {
    return new BadInput("", e.reason(), "", e.line(), e.column(), e);
  }

  /**
   * Throws unless {@code ok}: for the compact constructor of a record that is the functionConfig.
   * The binder adds the line and the path that leads to the record.
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

  /** What fits, empty if {@link #found} says it all. */
  public String expected() {
    return expected;
  }

  /** From 1, or 0 if there is no place. */
  public int line() {
    return line;
  }

  /** From 1, or 0 if there is no place. */
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
