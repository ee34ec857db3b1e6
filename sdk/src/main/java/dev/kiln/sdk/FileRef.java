package dev.kiln.sdk;

import java.util.Optional;

/**
 * Where a resource is kept.
 *
 * @param path relative, with slashes
 * @param index which document of the file, from 0
 */
public record FileRef(String path, int index) {
  /** From the annotations that orchestrators put on an item; empty if it has no path. */
  public static Optional<FileRef> of(Resource item) {
    return item.path().map(path -> new FileRef(path, item.index()));
  }
}
