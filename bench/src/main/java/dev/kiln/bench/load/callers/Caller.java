package dev.kiln.bench.load.callers;

/** One connection, over which the same request is sent as often as wished. */
interface Caller extends AutoCloseable {
  /** Sends it once; the one before must have been answered. */
  void send(Listener listener);

  @Override
  void close();
}
