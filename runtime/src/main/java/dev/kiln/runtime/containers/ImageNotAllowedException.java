package dev.kiln.runtime.containers;

/** An image was asked for that no rule of this host lets start. */
public final class ImageNotAllowedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says which flags would let it. */
  public ImageNotAllowedException(String image) {
    super(
        "image \"%s\": no rule lets this host start it (fits: --allow-image with a pattern for it; or --stand-in, for a function of this host to answer for it)"
            .formatted(image));
  }
}
