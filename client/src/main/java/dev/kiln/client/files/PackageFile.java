package dev.kiln.client.files;

import java.util.List;

/**
 * A file of a package that was read.
 *
 * @param path relative to the root, with slashes
 * @param bytes as they were
 * @param head what stands before the first document
 * @param parts all documents
 * @param items those of all parts
 */
@SuppressWarnings("ArrayRecordComponent") // a whole file, which nobody compares as a value
record PackageFile(
    String path,
    Stamp stamp,
    byte[] bytes,
    byte[] head,
    List<Part> parts,
    List<PackageItem> items) {

  /** Whether it has documents, and none is ours. */
  boolean isForeign() {
    return items.isEmpty()
        && parts.stream().anyMatch(part -> part instanceof Part.Inert inert && !inert.blank());
  }
}
