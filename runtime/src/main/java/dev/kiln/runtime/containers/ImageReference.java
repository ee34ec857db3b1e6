package dev.kiln.runtime.containers;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * What may be handed to an engine as an image. Callers choose images, and an engine reads more than
 * a name there: an option, or a path from which an image is loaded.
 */
final class ImageReference {
  private static final int LONGEST = 512;

  private static final Pattern NAME =
      Pattern.compile(
          "[a-zA-Z0-9][\\w.-]*(:[0-9]+/[\\w.-]+)?(/[\\w.-]+)*(:[\\w.-]+)?(@sha256:[0-9a-f]{64})?");

  /** What podman takes for a place to load an image from, when a colon follows. */
  private static final Set<String> TRANSPORTS =
      Set.of(
          "atomic",
          "containers-storage",
          "dir",
          "docker",
          "docker-archive",
          "docker-daemon",
          "oci",
          "oci-archive",
          "ostree",
          "sif",
          "tarball");

  private ImageReference() {}

  /**
   * The image, if it is a name as registries have them, or an id.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String require(String image) {
    int colon = image.indexOf(':');
    boolean loaded = colon > 0 && TRANSPORTS.contains(image.substring(0, colon));
    if (loaded || image.length() > LONGEST || !NAME.matcher(image).matches()) {
      String shown = image.length() > LONGEST ? image.substring(0, LONGEST) + "…" : image;
      throw new IllegalArgumentException(
          "image \"%s\" is no image's name (fits: registry/repository:tag, or with @sha256:digest)"
              .formatted(shown));
    }
    return image;
  }
}
