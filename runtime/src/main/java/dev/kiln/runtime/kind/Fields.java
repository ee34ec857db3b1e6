package dev.kiln.runtime.kind;

import dev.kiln.runtime.Quantities;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map of a declaration with checked fields. Each field is known and of its type, so code that
 * reads them need not check again.
 */
public final class Fields {
  private final String path;
  private final String prefix;
  private final Node map;
  private final SourceLocator locator;
  private final List<Field> known;

  private Fields(String path, String prefix, Node map, SourceLocator places, List<Field> known) {
    this.path = path;
    this.prefix = prefix;
    this.map = map;
    this.locator = places;
    this.known = known;
  }

  /**
   * Reads a map strictly.
   *
   * @param path the path of the map, for messages about the map itself
   * @param known the fields that it may have
   * @throws InvalidDeclarationException with a line for each problem
   */
  public static Fields read(String path, Node map, SourceLocator places, List<Field> known) {
    var check = new FieldCheck(places);
    check.map(path, "", map, known);
    if (!check.problems().isEmpty()) {
      throw new InvalidDeclarationException(check.problems());
    }
    return new Fields(path, "", map, places, known);
  }

  /** Whether the field is present. */
  public boolean has(String field) {
    return map.at(field) != null;
  }

  /** Whether the field is a map. */
  public boolean isMap(String field) {
    Node node = map.at(field);
    return node != null && node.isMap();
  }

  /** The text; its default if it is missing. */
  public String text(String field) {
    Node node = map.at(field);
    return node == null ? field(field).defaultValue() : node.text();
  }

  /** The text, if it is present. */
  public Optional<String> find(String field) {
    return has(field) ? Optional.of(text(field)) : Optional.empty();
  }

  /** The flag; false if it is missing. */
  public boolean flag(String field) {
    Node node = map.at(field);
    return node != null && Boolean.TRUE.equals(node.value());
  }

  /** The number; the given one if it is missing. */
  public long number(String field, long otherwise) {
    Node node = map.at(field);
    return node != null && node.value() instanceof Number number ? number.longValue() : otherwise;
  }

  /** The duration; the given one if it is missing. */
  public Duration duration(String field, Duration otherwise) {
    return find(field).flatMap(Quantities::duration).orElse(otherwise);
  }

  /** The size in bytes; the given one if it is missing. */
  public long bytes(String field, long otherwise) {
    return find(field).flatMap(Quantities::bytes).orElse(otherwise);
  }

  /** The texts; none if the field is missing. */
  public List<String> texts(String field) {
    Node node = map.at(field);
    var texts = new ArrayList<String>();
    if (node != null) {
      for (Node item : node.items()) {
        texts.add(item.text());
      }
    }
    return texts;
  }

  /** The map of texts; empty if the field is missing. */
  public Map<String, String> textMap(String field) {
    Node node = map.at(field);
    var texts = new LinkedHashMap<String, String>();
    if (node != null) {
      for (Entry entry : node.entries()) {
        texts.put(entry.name(), entry.value().text());
      }
    }
    return texts;
  }

  /** The map in this field. */
  public Fields map(String field) {
    Node node = map.at(field);
    if (node == null) {
      throw new IllegalArgumentException("no " + field + "; whoever reads it asks for it first");
    }
    String below = prefix + field;
    return new Fields(below, below + ".", node, locator, field(field).fields());
  }

  /** The maps; none if the field is missing. */
  public List<Fields> maps(String field) {
    Node node = map.at(field);
    var maps = new ArrayList<Fields>();
    if (node != null) {
      for (Node item : node.items()) {
        String below = prefix + field + "[" + maps.size() + "]";
        maps.add(new Fields(below, below + ".", item, locator, field(field).fields()));
      }
    }
    return maps;
  }

  private Field field(String name) {
    for (Field field : known) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    throw new IllegalArgumentException("field " + name + " is not among those that are declared");
  }

  /**
   * Runs code that makes a value of fields, and adds the place of a field to its errors. Such code
   * knows the valid values, but not the places of the fields.
   *
   * @param field the field to name in errors; empty for the map itself
   */
  public <T> T made(String field, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new InvalidDeclarationException(
          "%s: %s: %s".formatted(locator.of(at(field)), path(field), e.getMessage()));
    }
  }

  /** The exception for an invalid field; an empty name means the map itself. */
  public InvalidDeclarationException invalidField(String field, String found, String expected) {
    return new InvalidDeclarationException(
        problem(locator, at(field), path(field), found, expected));
  }

  static String problem(SourceLocator places, Node at, String path, String found, String expected) {
    return "%s: %s: %s (expected: %s)".formatted(places.of(at), path, found, expected);
  }

  private Node at(String field) {
    @Nullable Node node = field.isEmpty() ? null : map.at(field);
    return node == null ? map : node;
  }

  private String path(String field) {
    return field.isEmpty() ? path : prefix + field;
  }
}
