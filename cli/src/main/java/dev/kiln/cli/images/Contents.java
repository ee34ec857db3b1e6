package dev.kiln.cli.images;

import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * What an image is made of.
 *
 * @param place what people call it
 * @param layers the lowest first
 */
record Contents(String place, Node config, List<Layer> layers) {
  /** Files of an image, in a tar archive that may be packed. */
  @FunctionalInterface
  interface Layer {
    InputStream open() throws IOException;
  }
}
