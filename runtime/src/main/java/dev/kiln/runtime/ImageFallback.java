package dev.kiln.runtime;

/** Provides the functions for images that no function of a host replaces. */
@FunctionalInterface
public interface ImageFallback {
  /**
   * The function for that image. May block, because the image may have to be fetched first.
   *
   * @param caller who asks for it; messages name no other functions than this caller may use
   * @throws NothingRanException if there is none
   */
  RegisteredFunction forImage(String image, PermittedCaller caller);
}
