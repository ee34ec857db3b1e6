package dev.kiln.functions.fields;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.Optional;

/**
 * Replaces the text of a scalar. A quoted scalar stays quoted and therefore stays text. For any
 * other scalar the new text determines the type: {@code 3} is a number, {@code true} is a boolean.
 */
public final class TypedText {
  private TypedText() {}

  /** Writes {@code text} at {@code path} in place of {@code old}. */
  public static void replace(Edit edit, Path path, Node old, String text) {
    PlainReading plain = PlainReading.of(text);
    boolean unquoted =
        old.style() == Style.PLAIN && plain.isPossible() && (!plain.isText() || isAmbiguous(old));
    edit.set(path, unquoted ? Yaml.plain(text) : text);
  }

  /** Writes {@code text} at {@code path}, where there is no value yet. */
  public static void create(Edit edit, Path path, String text) {
    edit.set(path, valueOf(text));
  }

  /** Returns the value that the text represents: a number, a boolean, null or text. */
  public static Object valueOf(String text) {
    PlainReading plain = PlainReading.of(text);
    return plain.isPossible() && !plain.isText() ? Yaml.plain(text) : text;
  }

  /** Returns the warning for text that has become a value of another type. */
  public static Optional<String> typeLoss(Node old, Node now) {
    return old.isString() && now.isScalar() && !now.isString()
        ? Optional.of(
            "%s was text and is now %s: put quotes around it if it is to stay text"
                .formatted(QuotedText.of(old.text()), typeName(now)))
        : Optional.empty();
  }

  /** Returns the type in words: {@code an integer}. */
  public static String typeName(Node node) {
    return switch (node.type()) {
      case MAP -> "a map";
      case LIST -> "a list";
      case STRING -> "text";
      case INTEGER -> "an integer";
      case FLOAT -> "a float";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
    };
  }

  /**
   * Whether some parsers read the old text as another type: yes, no, on, off. A field with such a
   * word stays unquoted.
   */
  private static boolean isAmbiguous(Node old) {
    return old.isString() && PlainReading.of(old.text()).isAmbiguous();
  }
}
