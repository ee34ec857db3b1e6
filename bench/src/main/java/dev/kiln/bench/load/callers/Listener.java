package dev.kiln.bench.load.callers;

/** Receives the outcome of a call, on the thread of the caller. */
interface Listener {
  /**
   * Called when the answer has arrived. {@code wrong} is empty if it is the expected answer, else
   * it describes the mismatch.
   */
  void answered(String wrong);

  /** Called when no answer will arrive. */
  void failed(Throwable cause);
}
