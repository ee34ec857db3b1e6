package dev.kiln.cli.images;

/** Where the definitions come from that are written into an image. */
public sealed interface Source {
  /** Those. */
  record Given(Definitions definitions) implements Source {}

  /** The jars in the image itself, where a host that runs in it looks for them. */
  record OfItsJars() implements Source {}
}
