package dev.kiln.bench.load.callers;

import java.nio.ByteBuffer;

/** Compares an answer with the expected bytes. */
final class Difference {
  private Difference() {}

  /** Where the whole of an answer differs; empty if nowhere. */
  static String of(ByteBuffer answer, ByteBuffer expected) {
    return at(answer.mismatch(expected));
  }

  static String at(int offset) {
    return offset < 0 ? "" : "differs from the expected bytes at " + offset;
  }
}
