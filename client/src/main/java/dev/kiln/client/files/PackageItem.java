package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;

/**
 * One resource of a package as it lies on disk.
 *
 * @param path of its file, relative to the package's root, with slashes
 * @param index its position among the items of its file, from 0; the items of a List count one by
 *     one
 * @param resource the text as it is on disk, nothing added; of a document of its own all of it, the
 *     comments above and below included
 * @param firstLine the line of the file at which the text begins that {@code resource} was read
 *     from, from 1
 */
public record PackageItem(String path, int index, Resource resource, int firstLine) {

  /** The line in the file of a node of this resource, from 1. */
  public int line(Node node) {
    return firstLine + node.line() - 1;
  }

  /** The line in the file of its first field. */
  public int line() {
    return line(resource.node());
  }

  /** For messages: {@code path/file.yaml:LINE:COLUMN}. */
  public String place(Node node) {
    return path + ":" + line(node) + ":" + node.column();
  }
}
