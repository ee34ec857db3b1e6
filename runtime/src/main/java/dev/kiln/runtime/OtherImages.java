package dev.kiln.runtime;

/** Where the functions for images come from that no function of a host stands in for. */
@FunctionalInterface
public interface OtherImages {
  /**
   * The function for that image. May block, for the image may have to come first.
   *
   * @throws NothingRanException if there is none
   */
  Hosted forImage(String image);
}
