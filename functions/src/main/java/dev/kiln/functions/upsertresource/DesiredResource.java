package dev.kiln.functions.upsertresource;

import dev.kiln.functions.conventions.DependsOn.Reference;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A resource that the list must contain.
 *
 * @param resource the resource without the annotations that say where the functionConfig came from
 * @param file the file for the resource, if one was given
 */
record DesiredResource(Resource resource, Optional<String> file) {
  private static final String TARGET_PATH = "config.kubernetes.io/target-path";
  private static final String PATH = InternalAnnotations.PATH.name();
  private static final List<String> FUNCTION =
      List.of("config.kubernetes.io/function", "config.k8s.io/function");
  private static final Path ANNOTATIONS = Path.keys("metadata", "annotations");

  /**
   * @param at where it stands in the functionConfig, for messages
   */
  static DesiredResource of(Node node, String at) {
    if (!node.isMap()) {
      throw new BadInput(
          at.isEmpty() ? "" : at.substring(0, at.length() - 1),
          "no map",
          "a resource, which is a map",
          node);
    }
    Resource given = Resource.of(node);
    require(given.apiVersion(), at + "apiVersion", "the apiVersion of the resource", node);
    require(given.kind(), at + "kind", "the kind of the resource", node);
    require(given.name(), at + "metadata.name", "the name of the resource", node);
    Optional<String> file = given.annotation(TARGET_PATH).filter(path -> !path.isEmpty());
    file.ifPresent(path -> requireInsidePackage(path, at, node));
    return new DesiredResource(
        given.edit(edit -> removeInternalAnnotations(edit, given.annotations())), file);
  }

  private static void require(String value, String field, String expected, Node node) {
    if (value.isEmpty()) {
      throw new BadInput(field, "nothing", expected, node);
    }
  }

  private static void requireInsidePackage(String path, String at, Node node) {
    if (!isInsidePackage(path)) {
      throw new BadInput(
          at + "metadata.annotations[\"" + TARGET_PATH + "\"]",
          path,
          "a relative path of a file in the package",
          node);
    }
  }

  private static boolean isInsidePackage(String path) {
    try {
      var filePath = java.nio.file.Path.of(path);
      return !filePath.isAbsolute() && !filePath.normalize().startsWith("..");
    } catch (InvalidPathException _) {
      return false;
    }
  }

  private static void removeInternalAnnotations(Edit edit, Map<String, String> annotations) {
    List<String> removed =
        annotations.keySet().stream()
            .filter(key -> InternalAnnotations.contains(key) || isFunctionAnnotation(key))
            .toList();
    if (removed.size() == annotations.size()) {
      edit.remove(ANNOTATIONS);
    } else {
      removed.forEach(key -> edit.remove(ANNOTATIONS.key(key)));
    }
  }

  private static boolean isFunctionAnnotation(String key) {
    return key.equals(TARGET_PATH) || FUNCTION.contains(key);
  }

  /** Returns a key that a resource has in common with each that {@link #isSameAs} accepts. */
  static Reference key(Resource item) {
    return new Reference(item.group(), item.namespace().orElse(""), item.kind(), item.name());
  }

  /** Whether the item is this resource, in any version, and in the given file. */
  boolean isSameAs(Resource item) {
    return item.group().equals(resource.group())
        && item.kind().equals(resource.kind())
        && item.name().equals(resource.name())
        && item.namespace().equals(resource.namespace())
        && file.map(path -> item.path().equals(Optional.of(path))).orElse(true)
        && FUNCTION.stream().allMatch(key -> item.annotation(key).orElse("").isEmpty());
  }

  /**
   * Returns the resource to write in place of {@code item}. Parts that did not change are kept from
   * the item.
   */
  Resource mergeOver(Resource item) {
    Resource placed =
        resource.edit(
            edit ->
                item.annotations()
                    .forEach(
                        (key, value) -> {
                          if (InternalAnnotations.contains(key)) {
                            edit.set(ANNOTATIONS.key(key), value);
                          }
                        }));
    return item.withContentOf(placed);
  }

  Resource newItem() {
    return file.map(path -> resource.withAnnotation(PATH, path)).orElse(resource);
  }
}
