package dev.kiln.server.calls;

/**
 * Hears of each call that a door answered. Called on any thread, event loops too: must not block.
 */
@FunctionalInterface
public interface CallListener {
  void completed(CompletedCall call);

  /** This one, and another behind it. */
  default CallListener and(CallListener other) {
    return call -> {
      completed(call);
      other.completed(call);
    };
  }
}
