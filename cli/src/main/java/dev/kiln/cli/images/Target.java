package dev.kiln.cli.images;

import dev.kiln.runtime.containers.ImageInspection;
import java.util.List;

/**
 * Images that are looked at or written: in a folder, in an archive, or in the store of an engine.
 */
public sealed interface Target permits OciImages, DockerImages, StoredImage {
  /**
   * What each image says of itself; of an image for several platforms, each of them.
   *
   * @throws ImageException if it cannot be read
   */
  List<InspectedImage> inspect();

  /**
   * Writes definitions into the images, in place of what they said before. Either all of it is
   * done, or nothing.
   *
   * @return what was done, an image each
   * @throws ImageException if it cannot be done
   */
  List<AnnotatedImage> annotate(Source source);

  /**
   * An image that was looked at.
   *
   * @param platform {@code linux/amd64}; empty if it says none
   */
  record InspectedImage(String platform, ImageInspection inspection) {}

  /**
   * An image that was written.
   *
   * @param platform {@code linux/amd64}; empty if it says none
   * @param name by which it can be asked for; empty if it has none
   * @param before what identified it: the digest of its manifest or, where it has none, of its
   *     configuration; for an engine, what that calls it
   * @param after the same, now
   * @param asAnnotation whether there is a place for annotations; it has a label in any case
   */
  record AnnotatedImage(
      String platform,
      String name,
      String before,
      String after,
      boolean asAnnotation,
      Definitions definitions) {
    /** Whether it said other things before. */
    public boolean isChanged() {
      return !before.equals(after);
    }
  }
}
