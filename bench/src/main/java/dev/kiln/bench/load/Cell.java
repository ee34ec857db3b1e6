package dev.kiln.bench.load;

/** One line of the table: who was called, with lists of which size, by how many at once. */
record Cell(int size, int callers, Peer peer) {
  static String sizeName(int size) {
    return size / 1_000 + " KB";
  }

  @Override
  public String toString() {
    return "%s, %s, %d at once".formatted(peer, sizeName(size), callers);
  }
}
