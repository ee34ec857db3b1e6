package dev.kiln.conformance.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a document says at one place. */
public sealed interface DocumentValue {
  /** Where it is written; two values that differ in this only are equal in meaning. */
  Position place();

  /** What a map has under a key. */
  default Optional<DocumentValue> find(String key) {
    return this instanceof Mapping map
        ? Optional.ofNullable(map.entries().get(key))
        : Optional.empty();
  }

  /** What stands behind several keys. */
  default Optional<DocumentValue> findAt(String... keys) {
    Optional<DocumentValue> at = Optional.of(this);
    for (String key : keys) {
      at = at.flatMap(value -> value.find(key));
    }
    return at;
  }

  /** The text of a scalar behind keys; of anything else none. */
  default String text(String... keys) {
    return findAt(keys)
        .map(value -> value instanceof Scalar scalar ? scalar.text() : "")
        .orElse("");
  }

  /** The values of a list behind keys; of anything else none. */
  default List<DocumentValue> list(String... keys) {
    return findAt(keys)
        .map(value -> value instanceof Sequence list ? list.values() : List.<DocumentValue>of())
        .orElse(List.of());
  }

  /** The entries of a map behind keys; of anything else none. */
  default Map<String, DocumentValue> map(String... keys) {
    return findAt(keys)
        .map(
            value -> value instanceof Mapping map ? map.entries() : Map.<String, DocumentValue>of())
        .orElse(Map.of());
  }

  /** What a person calls it. */
  default String kind() {
    return switch (this) {
      case Scalar(var type, _, _) -> type.text();
      case Mapping _ -> "a map";
      case Sequence _ -> "a list";
    };
  }

  /**
   * A single value.
   *
   * @param text as it is meant: without quotes and escapes
   */
  record Scalar(ScalarType type, String text, Position place) implements DocumentValue {}

  /** A map, in the order it is written in. */
  record Mapping(Map<String, DocumentValue> entries, Position place) implements DocumentValue {}

  /** A list. */
  record Sequence(List<DocumentValue> values, Position place) implements DocumentValue {}

  /**
   * From where to where a value is written.
   *
   * @param start the index of its first character
   * @param line of its first character, from 0
   * @param column of its first character, from 0
   * @param isFlow whether it is written in brackets
   */
  record Position(int start, int line, int column, boolean isFlow) {}
}
