package dev.kiln.bench.load.callers;

import java.nio.ByteBuffer;

/** Compares an answer with the expected bytes. */
final class Difference {
  private Difference() {}

  /** The first difference of a whole answer, as text; empty if there is none. */
  static String of(ByteBuffer answer, ByteBuffer expected) {
    return at(answer.mismatch(expected));
  }

  static String at(int offset) {
    return offset < 0 ? "" : "differs from the expected bytes at " + offset;
  }
}
