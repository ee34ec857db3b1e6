package dev.kiln.client;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The annotations that identify an item after a function ran: its place and its id. Functions know
 * them in an older and in the present spelling, so both are set.
 */
final class ItemAnnotations {
  static final Key PATH =
      new Key("internal.config.kubernetes.io/path", "config.kubernetes.io/path");
  static final Key INDEX =
      new Key("internal.config.kubernetes.io/index", "config.kubernetes.io/index");
  static final Key ID = new Key("internal.config.kubernetes.io/id", "config.k8s.io/id");

  private static final List<Key> ALL = List.of(PATH, INDEX, ID);
  private static final Path ANNOTATIONS = Path.keys("metadata", "annotations");
  private static final String RESERVED = "internal.config.kubernetes.io/";

  private ItemAnnotations() {}

  /** One of these annotations, in both spellings. */
  record Key(String name, String legacyName) {
    /** Whether an annotation of that name is this one. */
    boolean is(String annotation) {
      return annotation.equals(name) || annotation.equals(legacyName);
    }
  }

  /** Whether an annotation of that name belongs to the orchestrator and not in a file. */
  static boolean isInternal(String name) {
    if (name.startsWith(RESERVED)) {
      return true;
    }
    for (Key mark : ALL) {
      if (name.equals(mark.legacyName())) {
        return true;
      }
    }
    return false;
  }

  /** Returns all these annotations for an item. An item without a place has no path or index. */
  static Map<String, String> of(String path, int index, String id) {
    var marks = new LinkedHashMap<String, String>();
    if (!path.isEmpty()) {
      put(marks, PATH, path);
    }
    if (index >= 0) {
      put(marks, INDEX, Integer.toString(index));
    }
    if (!id.isEmpty()) {
      put(marks, ID, id);
    }
    return marks;
  }

  private static void put(Map<String, String> marks, Key mark, String value) {
    marks.put(mark.name(), value);
    marks.put(mark.legacyName(), value);
  }

  /** Returns the item with these annotations in place of its own. */
  static Resource set(Resource item, String path, int index, String id) {
    return item.withAnnotations(of(path, index, id));
  }

  /**
   * Returns the item without the annotations with such names, and without the maps that this leaves
   * empty.
   */
  static Resource remove(Resource item, Predicate<String> named) {
    var left = new ArrayList<>(item.annotations().keySet());
    List<String> marks = left.stream().filter(named).toList();
    if (marks.isEmpty()) {
      return item;
    }
    left.removeAll(marks);
    Node metadata = item.node().at("metadata");
    boolean alone = metadata != null && metadata.size() == 1;
    return item.edit(
        edit -> {
          if (!left.isEmpty()) {
            marks.forEach(mark -> edit.remove(ANNOTATIONS.key(mark)));
          } else {
            edit.remove(alone ? ANNOTATIONS.parent() : ANNOTATIONS);
          }
        });
  }
}
