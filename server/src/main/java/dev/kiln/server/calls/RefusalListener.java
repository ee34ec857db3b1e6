package dev.kiln.server.calls;

/**
 * Is called for everything that a door refuses before it is a call, on any thread, event loops
 * included. It must not block.
 */
@FunctionalInterface
public interface RefusalListener {
  void refused(Refusal refusal);
}
