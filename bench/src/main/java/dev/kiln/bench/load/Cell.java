package dev.kiln.bench.load;

/** One row of the table: the server, the size of the lists and the number of concurrent callers. */
record Cell(int size, int callers, Peer peer) {
  static String sizeName(int size) {
    return size / 1_000 + " KB";
  }

  @Override
  public String toString() {
    return "%s, %s, %d at once".formatted(peer, sizeName(size), callers);
  }
}
