package dev.kiln.runtime;

/** Provides the functions for images that no function of a host replaces. */
@FunctionalInterface
public interface ImageFallback {
  /**
   * The function for that image. May block, because the image may have to be fetched first.
   *
   * @throws NothingRanException if there is none
   */
  RegisteredFunction forImage(String image);
}
