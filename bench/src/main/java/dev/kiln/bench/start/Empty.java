package dev.kiln.bench.start;

/** A Java program that does nothing. Its run time is the reference. */
final class Empty {
  private Empty() {}

  public static void main(String[] args) {}
}
