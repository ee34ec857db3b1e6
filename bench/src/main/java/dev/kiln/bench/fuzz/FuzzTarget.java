package dev.kiln.bench.fuzz;

import java.util.List;

/** A part of Kiln that reads bytes of strangers. */
interface FuzzTarget {
  /**
   * Reads one input.
   *
   * @throws Exception or an error if the part did anything but read it or refuse it properly
   */
  void accept(byte[] input) throws Exception;

  /** Valid inputs, and inputs that are nearly valid. */
  List<byte[]> seeds() throws Exception;
}
