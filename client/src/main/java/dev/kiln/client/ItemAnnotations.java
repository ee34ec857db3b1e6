package dev.kiln.client;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Sets and removes the annotations that identify an item after a function ran, in both spellings.
 */
final class ItemAnnotations {
  private static final Path ANNOTATIONS = Path.keys("metadata", "annotations");

  private ItemAnnotations() {}

  /** Returns all these annotations for an item. An item without a place has no path or index. */
  static Map<String, String> of(String path, int index, String id) {
    var annotations = new LinkedHashMap<String, String>();
    if (!path.isEmpty()) {
      put(annotations, InternalAnnotations.PATH, path);
    }
    if (index >= 0) {
      put(annotations, InternalAnnotations.INDEX, Integer.toString(index));
    }
    if (!id.isEmpty()) {
      put(annotations, InternalAnnotations.ID, id);
    }
    return annotations;
  }

  private static void put(
      Map<String, String> annotations, InternalAnnotations.Key key, String value) {
    annotations.put(key.name(), value);
    annotations.put(key.legacyName(), value);
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
    var remaining = new ArrayList<>(item.annotations().keySet());
    List<String> removed = remaining.stream().filter(named).toList();
    if (removed.isEmpty()) {
      return item;
    }
    remaining.removeAll(removed);
    Node metadata = item.node().at("metadata");
    boolean alone = metadata != null && metadata.size() == 1;
    return item.edit(
        edit -> {
          if (!remaining.isEmpty()) {
            removed.forEach(name -> edit.remove(ANNOTATIONS.key(name)));
          } else {
            edit.remove(alone ? ANNOTATIONS.parent() : ANNOTATIONS);
          }
        });
  }
}
