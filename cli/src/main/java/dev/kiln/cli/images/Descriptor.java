package dev.kiln.cli.images;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** How an index or a manifest refers to a blob. */
record Descriptor(Node node) {
  private static final String INDEX = "application/vnd.oci.image.index.v1+json";
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
  private static final String DOCKER = "application/vnd.docker.";
  private static final String DOCKER_CONFIG = "application/vnd.docker.container.image.v1+json";

  private static final String NAME = "org.opencontainers.image.ref.name";
  private static final String WHOLE_NAME = "io.containerd.image.name";

  String mediaType() {
    return text("mediaType");
  }

  /** Whether it is of what can hold images: an index or a manifest. */
  boolean isOfManifests() {
    String type = mediaType();
    return type.isEmpty() || type.equals(INDEX) || type.equals(MANIFEST) || isDockerType();
  }

  /** Whether it is of what Docker defined before OCI did, which knows no annotations. */
  boolean isDockerType() {
    return mediaType().startsWith(DOCKER);
  }

  /** Whether it is of an image's configuration, and not of an artifact's. */
  boolean isOfConfig() {
    return mediaType().equals(CONFIG) || mediaType().equals(DOCKER_CONFIG);
  }

  /** Whether it is of what somebody attests of another image, as BuildKit puts it beside that. */
  boolean isAttestation() {
    return annotation("vnd.docker.reference.type").isPresent();
  }

  Optional<String> annotation(String key) {
    return node.find(Path.keys("annotations", key)).flatMap(Node::string);
  }

  /** What a person calls the image: its whole name, where there is more than a tag. */
  Optional<String> name() {
    return annotation(WHOLE_NAME).or(() -> annotation(NAME));
  }

  /** Whether a person may mean it by that. */
  boolean matchesName(String tag) {
    return Stream.of(WHOLE_NAME, NAME).anyMatch(key -> annotation(key).equals(Optional.of(tag)));
  }

  /** Empty if it has none that can be. */
  Optional<Digest> digest() {
    return Digest.find(text("digest"));
  }

  String digestText() {
    return text("digest");
  }

  long size() {
    return Optional.ofNullable(node.at("size")).map(Node::value).stream()
        .filter(Long.class::isInstance)
        .mapToLong(Long.class::cast)
        .findFirst()
        .orElse(-1);
  }

  private String text(String key) {
    return Optional.ofNullable(node.at(key)).flatMap(Node::string).orElse("");
  }
}
