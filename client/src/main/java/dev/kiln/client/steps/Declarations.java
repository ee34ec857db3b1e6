package dev.kiln.client.steps;

import dev.kiln.client.files.PackageItem;
import dev.kiln.flags.ClosestWord;
import dev.kiln.runtime.kind.DeclarationReader;
import dev.kiln.runtime.kind.Fields;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.NodeText;
import dev.kiln.runtime.kind.SourceLocator;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the declaration of one resource in any form, and refuses keys that are nearly declarations.
 */
final class Declarations {
  private static final String FUNCTION = "config.kubernetes.io/function";
  private static final String OLD_FUNCTION = "config.k8s.io/function";
  private static final String CONTAINER = "config.kubernetes.io/container";
  static final String DEFER_FAILURE = "deferFailure";

  private static final String METADATA = "metadata.";
  private static final String CONFIG_FN = "configFn";

  private static final List<String> READ = List.of(FUNCTION, OLD_FUNCTION, CONTAINER);

  /** No tool ever read the last key, but whoever writes it wants a function to run. */
  private static final List<String> KEYS =
      List.of(FUNCTION, OLD_FUNCTION, CONTAINER, "config.k8s.io/container");

  /** A key with at most this many typing errors is taken for one of ours. */
  private static final int MAX_TYPOS = 2;

  /** The fields of Kubernetes itself, which are never taken for typing errors. */
  private static final Set<String> FIELDS =
      Set.of(
          "annotations",
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "finalizers",
          "generateName",
          "generation",
          "labels",
          "managedFields",
          "name",
          "namespace",
          "ownerReferences",
          "resourceVersion",
          "selfLink",
          "uid");

  private final PackageItem item;
  private final DeclarationReader reader;
  private @Nullable Entry first;
  private @Nullable Declared declared;

  private Declarations(PackageItem item, DeclarationReader reader) {
    this.item = item;
    this.reader = reader;
  }

  static Optional<Declared> in(PackageItem item, DeclarationReader reader) {
    var declarations = new Declarations(item, reader);
    Node metadata = metadata(item);
    for (Entry field : entries(metadata)) {
      if (!FIELDS.contains(field.name())) {
        declarations.field(field);
      }
    }
    for (Entry annotation : annotations(metadata)) {
      declarations.annotation(annotation);
    }
    return Optional.ofNullable(declarations.declared);
  }

  /** Whether the resource has a declaration to read. */
  static boolean isIn(PackageItem item) {
    Node metadata = metadata(item);
    for (Entry field : entries(metadata)) {
      if (field.name().equals(CONFIG_FN)) {
        return true;
      }
    }
    for (Entry annotation : annotations(metadata)) {
      if (READ.contains(annotation.name())) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Node metadata(PackageItem item) {
    return item.resource().node().at("metadata");
  }

  private static List<Entry> annotations(@Nullable Node metadata) {
    return metadata == null ? List.of() : entries(metadata.at("annotations"));
  }

  private static List<Entry> entries(@Nullable Node map) {
    return map == null ? List.of() : map.entries();
  }

  private void field(Entry field) {
    if (field.name().equals(CONFIG_FN)) {
      add(field, read(METADATA + CONFIG_FN, field.value(), item::place));
    } else if (ClosestWord.find(field.name(), List.of(CONFIG_FN), MAX_TYPOS).isPresent()) {
      throw bad(item.place(field.key()), METADATA + field.name(), "no such field", CONFIG_FN);
    } else if (findLikelyKey(field).isPresent()) {
      throw bad(
          item.place(field.key()),
          METADATA + field.name(),
          "no field",
          "an annotation of this name");
    }
  }

  private void annotation(Entry annotation) {
    switch (annotation.name()) {
      case FUNCTION, OLD_FUNCTION -> add(annotation, function(annotation));
      case CONTAINER -> add(annotation, container(annotation));
      default ->
          findLikelyKey(annotation)
              .ifPresent(
                  meant -> {
                    String fits = meant.endsWith("container") ? CONTAINER : meant;
                    throw bad(annotation, "no annotation that anybody reads", fits);
                  });
    }
  }

  /**
   * Returns the key that an entry probably means. The first letter of a word is hardly ever wrong,
   * so a key with another first letter belongs to another tool.
   */
  private static Optional<String> findLikelyKey(Entry entry) {
    return ClosestWord.find(entry.name(), KEYS, MAX_TYPOS)
        .filter(key -> first(key) == first(entry.name()));
  }

  private static char first(String key) {
    int slash = key.lastIndexOf('/');
    return slash + 1 < key.length() ? Character.toLowerCase(key.charAt(slash + 1)) : '/';
  }

  private Declared read(String name, Node root, SourceLocator places) {
    Fields fields = reader.read(name, root, places);
    return new Declared(reader.function(fields), fields.flag(DEFER_FAILURE));
  }

  private Declared function(Entry annotation) {
    String text = text(annotation, "a text with " + kinds() + ", below a |");
    var places = new TextPlaces(item, annotation.value());
    try {
      return read(annotation.name(), Yaml.parse(text), places);
    } catch (BadYaml e) {
      String place = places.of(e.line(), e.column());
      throw bad(place, annotation.name(), e.reason(), "YAML");
    }
  }

  private String kinds() {
    List<String> kinds = reader.kinds();
    int last = kinds.size() - 1;
    return String.join(", ", kinds.subList(0, last)) + " or " + kinds.get(last);
  }

  private Declared container(Entry annotation) {
    String image = text(annotation, "the name of an image");
    try {
      return new Declared(ImageFunction.of(image), false);
    } catch (IllegalArgumentException e) {
      throw new InvalidDeclarationException(
          "%s: %s: %s"
              .formatted(item.place(annotation.value()), annotation.name(), e.getMessage()));
    }
  }

  private String text(Entry annotation, String fits) {
    Node value = annotation.value();
    return value
        .string()
        .filter(text -> !text.isBlank())
        .orElseThrow(
            () -> bad(annotation, value.isString() ? "nothing" : NodeText.of(value), fits));
  }

  private void add(Entry from, Declared found) {
    if (first != null && !found.equals(declared)) {
      throw bad(
          from,
          "another declaration than " + first.name() + " on line " + item.line(first.key()),
          "one of them, or the same in both");
    }
    first = from;
    declared = found;
  }

  private InvalidDeclarationException bad(Entry at, String found, String fits) {
    return bad(item.place(at.key()), at.name(), found, fits);
  }

  private static InvalidDeclarationException bad(
      String place, String name, String found, String fits) {
    return new InvalidDeclarationException(
        "%s: %s: %s (expected: %s)".formatted(place, name, found, fits));
  }
}
