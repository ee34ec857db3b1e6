package dev.kiln.bench.load.callers;

/** Is told how a call went; on the thread of the caller. */
interface Listener {
  /** The answer is there: {@code ""} if it is the expected one, else what is wrong with it. */
  void answered(String wrong);

  /** There will be no answer. */
  void lost(Throwable cause);
}
