package dev.kiln.runtime;

/** Where the functions for images come from that no function of a host stands in for. */
@FunctionalInterface
public interface ImageFallback {
  /**
   * The function for that image. May block, for the image may have to come first.
   *
   * @throws NothingRanException if there is none
   */
  RegisteredFunction forImage(String image);
}
