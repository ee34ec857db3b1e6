package dev.kiln.runtime.containers;

import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The image that an engine takes a name for. Engines are generous: podman finds a digest whatever
 * the repository before it, and takes {@code fn} for {@code example.com/any/fn}; all of them take
 * the beginning of an id for a name. A rule that allows a name must not let another image run.
 *
 * @param id its digest, without the algorithm
 * @param tags its names with their tags
 * @param digests its repositories with their digests
 */
record ResolvedImage(String id, List<String> tags, List<String> digests) {
  private static final String ALGORITHM = "sha256:";
  private static final Pattern ID = Pattern.compile("(sha256:)?[0-9a-f]{64}");

  static ResolvedImage of(Node inspected) {
    String id = inspected.find("Id").flatMap(Node::string).orElse("");
    return new ResolvedImage(
        id.startsWith(ALGORITHM) ? id.substring(ALGORITHM.length()) : id,
        texts(inspected.find("RepoTags")),
        texts(inspected.find("RepoDigests")));
  }

  private static List<String> texts(Optional<Node> list) {
    return list.filter(Node::isList).stream()
        .flatMap(found -> found.items().stream())
        .flatMap(item -> item.string().stream())
        .toList();
  }

  /**
   * Checks that this is the image that was asked for.
   *
   * @throws EngineException if it is another one
   */
  void requireNamed(String image, EngineKind engine) {
    if (!isNamed(image)) {
      throw new EngineException(
          "image %s: %s takes it for another image, %s (expected: one of its names, with the registry)"
              .formatted(
                  image,
                  engine.command(),
                  Stream.concat(tags.stream(), digests.stream()).findFirst().orElse(id)));
    }
  }

  private boolean isNamed(String image) {
    int digest = image.indexOf('@');
    if (digest >= 0) {
      return isAmong(digests, withoutTag(image.substring(0, digest)) + image.substring(digest));
    }
    if (ID.matcher(image).matches()) {
      return image.endsWith(id);
    }
    // an engine takes a name with a registry as it is; the names of a manifest list are not those
    // of
    // its images
    return hasRegistry(image) || isAmong(tags, isTagged(image) ? image : image + ":latest");
  }

  private static boolean isAmong(List<String> names, String image) {
    return names.contains("localhost/" + image)
        || names.stream().map(ResolvedImage::withoutHub).anyMatch(withoutHub(image)::equals);
  }

  /** Without the registry that short names stand for: docker leaves it out, podman does not. */
  private static String withoutHub(String image) {
    String name = image;
    for (String hub : List.of("docker.io/", "index.docker.io/", "library/")) {
      name = name.startsWith(hub) ? name.substring(hub.length()) : name;
    }
    return name;
  }

  private static boolean hasRegistry(String image) {
    int slash = image.indexOf('/');
    String first = image.substring(0, Math.max(slash, 0));
    return first.contains(".") || first.contains(":") || first.equals("localhost");
  }

  private static boolean isTagged(String image) {
    return image.lastIndexOf(':') > image.lastIndexOf('/');
  }

  private static String withoutTag(String image) {
    return isTagged(image) ? image.substring(0, image.lastIndexOf(':')) : image;
  }
}
