package dev.kiln.runtime.containers;

import dev.kiln.yaml.node.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The images in an engine's local store: inspects, saves and loads them. */
public final class EngineImages {
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final String DOCKER_FORMAT =
      "application/vnd.docker.distribution.manifest.v2+json";

  private final Engine engine;
  private final ImageInspector images;

  /** The images of this engine. */
  public EngineImages(Engine engine) {
    this.engine = engine;
    this.images = new ImageInspector(engine);
  }

  /**
   * Reads the metadata of an image; does not fetch it.
   *
   * @throws EngineException if the image is not in the store
   * @throws IllegalArgumentException if that is no image's name
   */
  public ImageInspection inspect(String image) {
    return images.inspection(ImageReference.require(image));
  }

  /** The engine's id of an image, independent of its names. */
  public String id(String image) {
    Node inspected = images.require(ImageReference.require(image));
    return inspected.find("Id").flatMap(Node::string).orElse("");
  }

  /**
   * Writes an image with its name into an archive. The archive has the OCI format, unless the
   * engine stores the image in Docker's format. Docker's format is kept, because it can hold what
   * OCI's cannot, such as a health check.
   *
   * @throws EngineException with the engine's own words if that cannot be done
   * @throws IllegalArgumentException if that is no image's name
   */
  public void save(String image, Path archive) {
    Node inspected = images.require(ImageReference.require(image));
    if (engine.kind() == EngineKind.PODMAN) {
      refuseList(image);
      Optional<String> type = inspected.find("ManifestType").flatMap(Node::string);
      boolean docker = type.equals(Optional.of(DOCKER_FORMAT));
      String format = docker ? "docker-archive" : "oci-archive";
      runOrThrow("save", "--quiet", "--format", format, "--output", archive.toString(), image);
    } else {
      runOrThrow("save", "--output", archive.toString(), image);
    }
  }

  private void refuseList(String image) {
    if (engine.query("manifest", "exists", image).isSuccess()) {
      throw new EngineException(
          "image %s is a list of manifests (expected: one of its images, or all as a layout: %s)"
              .formatted(image, "podman manifest push --all " + image + " oci:FOLDER"));
    }
  }

  /**
   * Loads the image of an archive, and replaces an image of the same name.
   *
   * @throws EngineException with the engine's own words if that cannot be done
   */
  public void load(Path archive) {
    runOrThrow("load", "--input", archive.toString());
  }

  private void runOrThrow(String... arguments) {
    EngineOutput answer = engine.query(LIMIT, arguments);
    if (!answer.isSuccess()) {
      throw new EngineException(
          "%s %s: %s".formatted(engine.kind().command(), arguments[0], answer.messageTail()));
    }
  }

  /** For people: {@code podman 4.3.1 (/usr/bin/podman)}. */
  @Override
  public String toString() {
    return engine.toString();
  }
}
