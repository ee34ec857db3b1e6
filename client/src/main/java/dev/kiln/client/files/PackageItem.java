package dev.kiln.client.files;

import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;

/**
 * One resource of a package as it is on disk.
 *
 * @param path the path of its file, relative to the package's root, with slashes
 * @param index its position among the items of its file, from 0; each item of a List counts
 * @param resource the text as it is on disk, with nothing added; a resource that is its own
 *     document includes the comments above and below
 * @param firstLine the line of the file, from 1, at which the text begins that {@code resource} was
 *     read from
 * @param separatorComments the comment lines above the {@code ---} before its document, which are
 *     not part of {@code resource}
 */
public record PackageItem(
    String path, int index, Resource resource, int firstLine, String separatorComments) {

  /** Creates an item without comments above a {@code ---}. */
  public PackageItem(String path, int index, Resource resource, int firstLine) {
    this(path, index, resource, firstLine, "");
  }

  /** Returns the line in the file of a node of this resource, from 1. */
  public int line(Node node) {
    return firstLine + node.line() - 1;
  }

  /** Returns the line in the file of its first field. */
  public int line() {
    return line(resource.node());
  }

  /** Returns a place for messages: {@code path/file.yaml:LINE:COLUMN}. */
  public String place(Node node) {
    return path + ":" + line(node) + ":" + node.column();
  }
}
