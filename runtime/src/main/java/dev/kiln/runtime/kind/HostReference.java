package dev.kiln.runtime.kind;

import org.jspecify.annotations.Nullable;

/**
 * How to request a function from a host: by its name or by an image.
 *
 * @param function the name; null if it is requested by image
 * @param image the image; null if it is requested by name
 */
public record HostReference(@Nullable String function, @Nullable String image) {
  /** A request by the name that the host uses. */
  public static HostReference byName(String name) {
    return new HostReference(name, null);
  }

  /** A request by the image that the function replaces. */
  public static HostReference byImage(String image) {
    return new HostReference(null, image);
  }
}
