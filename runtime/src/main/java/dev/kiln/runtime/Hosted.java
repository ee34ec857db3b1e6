package dev.kiln.runtime;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * A function of this host: what it is known by, and what runs it.
 *
 * @param images the images it stands in for
 * @param configured whether a functionConfig of that apiVersion and kind can be meant for it
 */
public record Hosted(
    String name, List<String> images, BiPredicate<String, String> configured, Runner runner) {
  public Hosted {
    images = List.copyOf(images);
  }
}
