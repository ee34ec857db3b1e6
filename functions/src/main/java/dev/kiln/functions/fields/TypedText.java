package dev.kiln.functions.fields;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.Optional;

/**
 * Text for a scalar that stands there already. What was quoted stays quoted, so it stays text; else
 * the text itself says what it is: {@code 3} a number, {@code true} a boolean.
 */
public final class TypedText {
  private TypedText() {}

  /** Writes {@code text} at {@code path}, where {@code old} stands. */
  public static void replace(Edit edit, Path path, Node old, String text) {
    edit.set(
        path, old.style() == Style.PLAIN && isWrittenPlain(old, text) ? Yaml.plain(text) : text);
  }

  /** Writes {@code text} at {@code path}, where nothing stands. */
  public static void create(Edit edit, Path path, String text) {
    edit.set(path, valueOf(text));
  }

  /** The text as a value of its own: a number, a boolean or null if it reads as one, else text. */
  public static Object valueOf(String text) {
    return isString(text) ? Yaml.plain(text) : text;
  }

  /** What is to be said if text has become something else. */
  public static Optional<String> typeLoss(Node old, Node now) {
    return old.isString() && now.isScalar() && !now.isString()
        ? Optional.of(
            "%s was text and is now %s: put quotes around it if it is to stay text"
                .formatted(QuotedText.of(old.text()), typeName(now)))
        : Optional.empty();
  }

  /** In words: {@code an integer}. */
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

  private static boolean isWrittenPlain(Node old, String text) {
    return isString(text) || (isPlain(text) && isAmbiguous(old));
  }

  /**
   * No text for one of its readers: yes, no, on, off. A field that had such a word keeps its form.
   */
  private static boolean isAmbiguous(Node old) {
    return old.isString() && Yaml.of(old.text()).style() != Style.PLAIN;
  }

  private static boolean isString(String plain) {
    return isPlain(plain) && !Yaml.of(Yaml.plain(plain)).isString();
  }

  /** The empty text would be null. */
  private static boolean isPlain(String text) {
    if (text.isEmpty()) {
      return false;
    }
    try {
      Yaml.plain(text);
      return true;
    } catch (BadYaml | IllegalArgumentException _) {
      return false;
    }
  }
}
