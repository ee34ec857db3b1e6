package dev.kiln.functions.ensurenamesubstring;

import dev.kiln.functions.conventions.FieldLocation;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the fields of one item that refer to renamed items, and their new values. */
final class ReferenceUpdater {
  private final RenamedItems renames;
  private final Resource item;
  private final Map<Path, String> changes = new LinkedHashMap<>();

  ReferenceUpdater(RenamedItems renames, Resource item) {
    this.renames = renames;
    this.item = item;
  }

  Map<Path, String> changes() {
    for (NameReference reference : NameReference.of(item)) {
      reference.field().locate(item.node()).found().stream()
          .flatMap(place -> place.itemsOrSelf().stream())
          .forEach(place -> updateReference(reference, place));
    }
    return changes;
  }

  private void updateReference(NameReference reference, FieldLocation place) {
    Path path = place.path();
    Node node = place.node();
    if (node == null) {
      return;
    }
    if (node.isMap()) {
      updateMap(reference, path, node);
    } else if (node.isScalar()
        && refersToKind(reference, item.node().find(path.parent()).orElse(null))) {
      if (!renames.targetsFrom(item, reference, node.text()).isEmpty()) {
        changes.put(path, renames.affix().addTo(node.text()));
      }
    }
  }

  /**
   * Updates a map with name and namespace. A reference to a service account without a namespace
   * gets the namespace of that account.
   */
  private void updateMap(NameReference reference, Path path, Node map) {
    String name = text(map, "name").orElse("");
    Optional<String> namespace = text(map, "namespace");
    List<Resource> targets =
        namespace
            .map(said -> renames.targetsIn(said, reference, name))
            .orElseGet(() -> renames.targetsFrom(item, reference, name));
    if (targets.isEmpty() || !refersToKind(reference, map)) {
      return;
    }
    changes.put(path.key("name"), renames.affix().addTo(name));
    if (namespace.isEmpty() && targets.size() == 1) {
      targets.getFirst().namespace().ifPresent(own -> changes.put(path.key("namespace"), own));
    }
  }

  /**
   * Whether a name refers to the reference's kind. If the map around the name states a kind, that
   * kind must match.
   */
  private static boolean refersToKind(NameReference reference, @Nullable Node map) {
    return map == null
        || !map.isMap()
        || text(map, "kind").map(reference.kind()::equals).orElse(true);
  }

  private static Optional<String> text(Node map, String key) {
    return Optional.ofNullable(map.at(key))
        .filter(node -> node.isScalar() && !node.isNull())
        .map(Node::text);
  }
}
