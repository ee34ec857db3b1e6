package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.List;

/**
 * A field of a declaration: its name, its type and its texts for messages and help.
 *
 * @param expected the valid values, for messages
 * @param fields the fields of a map, or of each map of a list; for a flag, the fields of the map
 *     that an older form has instead
 * @param words the only valid values of a text; empty for any
 * @param required whether a declaration without it is refused
 * @param defaultValue the value of a missing text
 * @param description what it is for, one line for the help
 */
public record Field(
    String name,
    Type type,
    String expected,
    List<Field> fields,
    List<String> words,
    boolean required,
    String defaultValue,
    String description) {
  /** What a field holds. */
  public enum Type {
    TEXT,
    FLAG,
    /** A whole number, 0 or more. */
    NUMBER,
    /** A text such as {@code 90s}. */
    DURATION,
    /** A text such as {@code 256Mi}. */
    BYTES,
    TEXTS,
    TEXT_MAP,
    MAP,
    MAPS,
    /** Any value; it is not read. */
    ANY
  }

  /** Copies the lists. */
  public Field {
    fields = List.copyOf(fields);
    words = List.copyOf(words);
  }

  private static Field of(String name, Type type, String expected, List<Field> fields) {
    return new Field(name, type, expected, fields, List.of(), false, "", "");
  }

  /** A text field. */
  public static Field text(String name, String expected) {
    return of(name, Type.TEXT, expected, List.of());
  }

  /** A text field with one of these words. */
  public static Field word(String name, String... words) {
    var known = List.of(words);
    return new Field(name, Type.TEXT, String.join(", ", known), List.of(), known, false, "", "");
  }

  /** A field that is true or false; false if it is missing. */
  public static Field flag(String name) {
    return of(name, Type.FLAG, "true or false", List.of());
  }

  /** A field with a whole number, 0 or more. */
  public static Field number(String name) {
    return of(name, Type.NUMBER, "a number, 0 or more", List.of());
  }

  /** A field with a duration, as Go writes it. */
  public static Field duration(String name) {
    return of(name, Type.DURATION, "a duration, as 90s or 5m", List.of());
  }

  /** A field with a number of bytes. */
  public static Field bytes(String name) {
    return of(name, Type.BYTES, "a number of bytes, as 256Mi", List.of());
  }

  /**
   * A list of texts.
   *
   * @param expected what each of them is
   */
  public static Field texts(String name, String expected) {
    return of(name, Type.TEXTS, expected, List.of());
  }

  /** A map of texts. */
  public static Field textMap(String name, String expected) {
    return of(name, Type.TEXT_MAP, expected, List.of());
  }

  /** A map with these fields. */
  public static Field map(String name, Field... fields) {
    return of(name, Type.MAP, mapOf(List.of(fields)), List.of(fields));
  }

  /** A list of maps with these fields. */
  public static Field maps(String name, Field... fields) {
    return maps(name, List.of(fields));
  }

  /** A list of maps with these fields. */
  public static Field maps(String name, List<Field> fields) {
    return of(name, Type.MAPS, "a list of maps with " + names(fields), fields);
  }

  /** A field with any value. */
  public static Field any(String name) {
    return of(name, Type.ANY, "", List.of());
  }

  /** Returns this field, made required. */
  public Field isRequired() {
    return new Field(name, type, expected, fields, words, true, defaultValue, description);
  }

  /** Returns this field with a default value. */
  public Field withDefault(String value) {
    return new Field(name, type, expected, fields, words, required, value, description);
  }

  /** Returns this field with a line for the help. */
  public Field described(String line) {
    return new Field(name, type, expected, fields, words, required, defaultValue, line);
  }

  /** Returns this flag, which may also be a map with these fields, as in an older form. */
  public Field orMap(Field... older) {
    return new Field(
        name, type, expected, List.of(older), words, required, defaultValue, description);
  }

  static String mapOf(List<Field> fields) {
    return "a map with " + names(fields);
  }

  static String names(List<Field> fields) {
    return String.join(", ", nameList(fields));
  }

  static List<String> nameList(List<Field> fields) {
    var names = new ArrayList<String>(fields.size());
    for (Field field : fields) {
      names.add(field.name());
    }
    return names;
  }
}
