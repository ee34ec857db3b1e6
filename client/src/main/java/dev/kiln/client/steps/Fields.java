package dev.kiln.client.steps;

import dev.kiln.runtime.kind.ClosestWord;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.NodeText;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The fields of one map in a declaration, read strictly: each known, there once, of its type. */
final class Fields {
  /** So many letters to a slip of the pen, for another word to be what was meant. */
  private static final int LETTERS = 3;

  private final String name;
  private final String prefix;
  private final Node map;
  private final SourceLocator places;
  private final Map<String, Node> fields = new LinkedHashMap<>();

  /**
   * Reads a declaration as a whole.
   *
   * @param name what the declaration stands under, for messages about itself
   * @param known the fields that it may have
   */
  Fields(String name, Node map, SourceLocator places, List<String> known) {
    this(name, "", map, places, known);
  }

  private Fields(String name, String prefix, Node map, SourceLocator places, List<String> known) {
    this.name = name;
    this.prefix = prefix;
    this.map = map;
    this.places = places;
    if (!map.isMap()) {
      throw bad(map, name, NodeText.of(map), mapOf(known));
    }
    for (Entry entry : map.entries()) {
      add(entry, known);
    }
  }

  private void add(Entry entry, List<String> known) {
    String field = entry.name();
    if (!known.contains(field)) {
      int slips = Math.max(1, field.length() / LETTERS);
      String all = String.join(", ", known);
      String meant = ClosestWord.find(field, known, slips).orElse(all);
      throw bad(entry.key(), path(NodeText.line(field)), "no such field", meant);
    }
    if (fields.put(field, entry.value()) != null) {
      throw bad(entry.key(), path(field), "there a second time", "once");
    }
  }

  boolean has(String field) {
    return fields.containsKey(field);
  }

  boolean isMap(String field) {
    Node node = fields.get(field);
    return node != null && node.isMap();
  }

  /** Empty if it is not there. */
  String text(String field, String fits) {
    Node node = fields.get(field);
    return node == null ? "" : text(path(field), node, fits);
  }

  String requireText(String field, String fits) {
    return text(path(field), require(field, fits), fits);
  }

  /** False if it is not there. */
  boolean flag(String field) {
    Node node = fields.get(field);
    if (node != null && node.type() != Node.Type.BOOLEAN) {
      throw bad(node, path(field), NodeText.of(node), "true or false");
    }
    return node != null && Boolean.TRUE.equals(node.value());
  }

  /** None if it is not there. */
  List<String> texts(String field, String fits) {
    var texts = new ArrayList<String>();
    for (Node node : list(field, "a list, each " + fits)) {
      texts.add(text(item(field, texts.size()), node, fits));
    }
    return texts;
  }

  /** None if it is not there. */
  List<Fields> maps(String field, List<String> known) {
    var maps = new ArrayList<Fields>();
    for (Node node : list(field, "a list of maps with " + String.join(", ", known))) {
      maps.add(below(item(field, maps.size()), node, known));
    }
    return maps;
  }

  Fields map(String field, List<String> known) {
    return below(path(field), require(field, mapOf(known)), known);
  }

  private Fields below(String path, Node node, List<String> known) {
    return new Fields(path, path + ".", node, places, known);
  }

  private static String mapOf(List<String> known) {
    return "a map with " + String.join(", ", known);
  }

  /**
   * What is made of fields by one who knows what they must be, but not where they stand.
   *
   * @param field the one that is to be blamed; empty for the map itself
   */
  <T> T made(String field, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      Node at = fields.getOrDefault(field, map);
      throw new InvalidDeclarationException(
          "%s: %s: %s".formatted(places.of(at), path(field), e.getMessage()));
    }
  }

  /** That something is wrong with one of the fields; empty for the map itself. */
  InvalidDeclarationException bad(String field, String found, String fits) {
    return bad(fields.getOrDefault(field, map), path(field), found, fits);
  }

  private Node require(String field, String fits) {
    Node node = fields.get(field);
    if (node == null) {
      throw bad(map, path(field), "missing", fits);
    }
    return node;
  }

  private List<Node> list(String field, String fits) {
    Node node = fields.get(field);
    if (node != null && !node.isList()) {
      throw bad(node, path(field), NodeText.of(node), fits);
    }
    return node == null ? List.of() : node.items();
  }

  private String text(String path, Node node, String fits) {
    return node.string()
        .orElseThrow(() -> bad(node, path, NodeText.of(node), NodeText.quoted(node, fits)));
  }

  private InvalidDeclarationException bad(Node at, String path, String found, String fits) {
    return new InvalidDeclarationException(
        "%s: %s: %s (expected: %s)".formatted(places.of(at), path, found, fits));
  }

  private String path(String field) {
    return field.isEmpty() ? name : prefix + field;
  }

  private String item(String field, int index) {
    return path(field) + "[" + index + "]";
  }
}
