package dev.kiln.yaml;

final class Comments {
  static java.util.Optional<String> read(Source s, int k, int v, Comment c) {
    throw new RuntimeException();
  }
}
