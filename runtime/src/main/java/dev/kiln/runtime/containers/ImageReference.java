package dev.kiln.runtime.containers;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks what may be passed to an engine as an image. Callers choose images, and an engine would
 * also accept an option, or a path from which to load an image.
 */
final class ImageReference {
  private static final int LONGEST = 512;

  private static final Pattern NAME =
      Pattern.compile(
          "[a-zA-Z0-9][\\w.-]*(:[0-9]+/[\\w.-]+)?(/[\\w.-]+)*(:[\\w.-]+)?(@sha256:[0-9a-f]{64})?");

  /** The words that podman, before a colon, reads as a place to load an image from. */
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
   * Returns the image if it is a valid registry name or an id.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static String require(String image) {
    int colon = image.indexOf(':');
    boolean loaded = colon > 0 && TRANSPORTS.contains(image.substring(0, colon));
    if (loaded || image.length() > LONGEST || !NAME.matcher(image).matches()) {
      String shown = image.length() > LONGEST ? image.substring(0, LONGEST) + "…" : image;
      throw new IllegalArgumentException(
          "image \"%s\" is no image's name (expected: registry/repository:tag, or with @sha256:digest)"
              .formatted(shown));
    }
    return image;
  }
}
