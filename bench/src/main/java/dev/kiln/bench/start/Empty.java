package dev.kiln.bench.start;

/** What a Java program takes that does nothing. */
final class Empty {
  private Empty() {}

  public static void main(String[] args) {}
}
