package dev.kiln.runtime.containers;

import dev.kiln.yaml.node.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The images in an engine's own store: looks at them, takes them out and puts them back. */
public final class EngineImages {
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final String DOCKER_FORMAT =
      "application/vnd.docker.distribution.manifest.v2+json";

  private final Engine engine;
  private final ImageInspector images;

  /** Of that engine. */
  public EngineImages(Engine engine) {
    this.engine = engine;
    this.images = new ImageInspector(engine);
  }

  /**
   * What an image tells; it is not fetched.
   *
   * @throws EngineException if it is not there
   * @throws IllegalArgumentException if that is no image's name
   */
  public ImageInspection inspect(String image) {
    return images.inspection(ImageReference.require(image));
  }

  /** What the engine calls an image, whatever names it has. */
  public String id(String image) {
    Node inspected = images.require(ImageReference.require(image));
    return inspected.find("Id").flatMap(Node::string).orElse("");
  }

  /**
   * Writes an image with its name into an archive: in the format of OCI, unless the engine has it
   * in Docker's. That one is kept, for it can say what the other cannot, a health check say.
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
      must("save", "--quiet", "--format", format, "--output", archive.toString(), image);
    } else {
      must("save", "--output", archive.toString(), image);
    }
  }

  private void refuseList(String image) {
    if (engine.ask("manifest", "exists", image).isYes()) {
      throw new EngineException(
          "image %s is a list of manifests (fits: one of its images, or all as a layout: %s)"
              .formatted(image, "podman manifest push --all " + image + " oci:FOLDER"));
    }
  }

  /**
   * Puts the image of an archive in place of the one of its name.
   *
   * @throws EngineException with the engine's own words if that cannot be done
   */
  public void load(Path archive) {
    must("load", "--input", archive.toString());
  }

  private void must(String... arguments) {
    EngineOutput answer = engine.ask(LIMIT, arguments);
    if (!answer.isYes()) {
      throw new EngineException(
          "%s %s: %s".formatted(engine.kind().command(), arguments[0], answer.words()));
    }
  }

  /** For people: {@code podman 4.3.1 (/usr/bin/podman)}. */
  @Override
  public String toString() {
    return engine.toString();
  }
}
