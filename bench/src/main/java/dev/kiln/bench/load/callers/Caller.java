package dev.kiln.bench.load.callers;

/** One connection that sends the same request repeatedly. */
interface Caller extends AutoCloseable {
  /** Sends the request once. The previous request must have been answered. */
  void send(Listener listener);

  @Override
  void close();
}
