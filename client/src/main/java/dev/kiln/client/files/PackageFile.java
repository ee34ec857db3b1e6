package dev.kiln.client.files;

import java.util.List;

/**
 * A file of a package that was read.
 *
 * @param path relative to the root, with slashes
 * @param bytes as they were read
 * @param head the text before the first document
 * @param documents all documents
 * @param items the items of all documents
 */
@SuppressWarnings("ArrayRecordComponent") // a whole file, never compared as a value
record PackageFile(
    String path,
    FileFingerprint fingerprint,
    byte[] bytes,
    byte[] head,
    List<ParsedDocument> documents,
    List<PackageItem> items) {

  /** Whether the file has documents, but none with resources. */
  boolean hasOnlyForeignDocuments() {
    return items.isEmpty()
        && documents.stream()
            .anyMatch(part -> part instanceof ParsedDocument.NoItems inert && !inert.blank());
  }
}
