package dev.kiln.runtime;

import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The annotations by which an orchestrator recognizes an item. A function may only change those
 * that move it.
 */
final class ReservedAnnotations {
  private static final List<InternalAnnotations.Key> PLACES =
      List.of(InternalAnnotations.PATH, InternalAnnotations.INDEX);

  private ReservedAnnotations() {}

  /** The id that an orchestrator gave the item. */
  static Optional<String> findOrchestratorId(Resource item) {
    return InternalAnnotations.ID.find(item);
  }

  /** Whether both items have the same reserved annotations. */
  static boolean areSame(Resource was, Resource is) {
    Node before = was.annotationsNode();
    Node after = is.annotationsNode();
    if (before == null || after == null) {
      return before == after || (of(before, 0).isEmpty() && of(after, 0).isEmpty());
    }
    int same = after.commonEntries(before); // functions add annotations after the others
    Map<String, Node> known = of(before, same);
    Map<String, Node> now = of(after, same);
    boolean distinct = known.isEmpty() && now.isEmpty();
    return distinct || areSame(of(before, 0), of(after, 0));
  }

  /** Whether an item has reserved annotations. */
  static boolean hasAny(Resource item) {
    Node annotations = item.annotationsNode();
    return annotations != null
        && (annotations.at(InternalAnnotations.PATH.name()) != null
            || !of(annotations, 0).isEmpty());
  }

  /** The reserved annotations of one item, by their names. */
  static Map<String, Node> of(Resource item) {
    return of(item.annotationsNode(), 0);
  }

  /** The reserved annotations from the entry at an index on, by their names. */
  private static Map<String, Node> of(@Nullable Node annotations, int from) {
    if (annotations == null || !annotations.isMap() || annotations.size() <= from) {
      return Map.of();
    }
    Map<String, Node> own = Map.of();
    List<Entry> entries = annotations.entries();
    for (Entry entry : entries.subList(Math.min(from, entries.size()), entries.size())) {
      String key = entry.name();
      if (InternalAnnotations.contains(key)) {
        own = own.isEmpty() ? new LinkedHashMap<>() : own;
        own.putIfAbsent(key, entry.value());
      }
    }
    return own;
  }

  private static boolean isPlace(String key) {
    for (InternalAnnotations.Key place : PLACES) {
      if (place.is(key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean areSame(Map<String, Node> was, Map<String, Node> is) {
    for (var entry : was.entrySet()) {
      if (!isSameValue(entry.getValue(), is.get(entry.getKey()))) {
        return false;
      }
    }
    return was.size() == is.size();
  }

  /** Restores the annotations that may not change; a result reports each change that is undone. */
  static Resource restore(Resource before, Resource after, List<Result> results) {
    return new AnnotationRestorer(of(before), of(after), results).restore(after);
  }

  private static boolean isSameValue(@Nullable Node one, @Nullable Node other) {
    return (one != null && other != null) ? one.hasSameValueAs(other) : one == other;
  }

  /** Restores the annotations of one item. */
  private record AnnotationRestorer(
      Map<String, Node> was, Map<String, Node> is, List<Result> results) {
    Resource restore(Resource after) {
      Resource item = after;
      Set<String> keys = new LinkedHashSet<>(was.keySet());
      keys.addAll(is.keySet());
      for (String key : keys) {
        if (isChanged(key) && (!isPlace(key) || !is.containsKey(key))) {
          item = revertChange(item, key);
        }
      }
      for (InternalAnnotations.Key place : PLACES) {
        item = alignBothKeys(item, place);
      }
      return item;
    }

    private Resource revertChange(Resource item, String key) {
      Node old = was.get(key);
      String now = old == null ? "it is gone again" : "it is \"" + text(old) + "\" again";
      String denied = "the function may not " + verb(key) + " annotation " + key + "; ";
      try {
        Resource restored = old == null ? item.withoutAnnotation(key) : put(item, key, old);
        results.add(Result.warning(denied + now).on(item).at(path(key).toString(), is.get(key)));
        return restored;
      } catch (BadYaml e) { // the function left no map to write to
        results.add(Result.error(denied + "it cannot be restored: " + e.reason()).on(item));
        return item;
      }
    }

    private static Resource put(Resource item, String key, Node value) {
      return item.edit(e -> e.set(path(key), value));
    }

    private String verb(String key) {
      return !was.containsKey(key) ? "add" : is.containsKey(key) ? "change" : "remove";
    }

    /** Changes the other key to the same value as the one that the function changed. */
    private Resource alignBothKeys(Resource item, InternalAnnotations.Key place) {
      boolean moved = isMoved(place.name());
      boolean movedOld = isMoved(place.legacyName());
      Node value = is.get(place.name());
      Node oldValue = is.get(place.legacyName());
      if (moved && movedOld && value != null && oldValue != null && !isSameValue(value, oldValue)) {
        results.add(conflict(item, place, text(value), text(oldValue)));
        return item;
      }
      if (moved && !movedOld && was.containsKey(place.legacyName()) && value != null) {
        return item.edit(e -> e.set(path(place.legacyName()), value));
      }
      if (movedOld && !moved && was.containsKey(place.name()) && oldValue != null) {
        return item.edit(e -> e.set(path(place.name()), oldValue));
      }
      return item;
    }

    private static Result conflict(
        Resource item, InternalAnnotations.Key place, String value, String oldValue) {
      return Result.error(
              "the function moved this item to two places: %s is \"%s\", %s is \"%s\" (expected: the same in both)"
                  .formatted(place.name(), value, place.legacyName(), oldValue))
          .on(item)
          .at(path(place.name()).toString(), value, oldValue);
    }

    private boolean isMoved(String key) {
      return is.containsKey(key) && isChanged(key);
    }

    private boolean isChanged(String key) {
      return !isSameValue(was.get(key), is.get(key));
    }

    private static String text(Node value) {
      return value.isScalar() ? value.text() : value.toString();
    }

    private static Path path(String key) {
      return Path.keys("metadata", "annotations", key);
    }
  }
}
