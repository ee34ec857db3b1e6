package dev.kiln.cli.images;

/**
 * A file in a tar archive.
 *
 * @param name without a leading {@code ./} and a closing slash
 * @param link where it leads, if it is a link
 * @param start of its first header
 * @param data where its bytes begin
 * @param size of its bytes
 */
record TarEntry(String name, char type, String link, long start, long data, long size) {
  private static final int BLOCK = TarReader.BLOCK;

  boolean isFile() {
    return type == '0' || type == 0 || type == '7';
  }

  boolean isLink() {
    return type == '1' || type == '2';
  }

  /** Where the next one begins. */
  long end() {
    return data + (size + BLOCK - 1) / BLOCK * BLOCK;
  }
}
