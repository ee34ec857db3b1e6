package dev.kiln.sdk;

import java.util.Optional;

/**
 * The file that a resource is stored in.
 *
 * @param path relative, with slashes
 * @param index the number of the document in the file, from 0
 */
public record FileRef(String path, int index) {
  /** Reads the annotations that orchestrators put on an item; empty if they name no path. */
  public static Optional<FileRef> of(Resource item) {
    return item.file();
  }
}
