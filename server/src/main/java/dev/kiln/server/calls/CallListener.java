package dev.kiln.server.calls;

/**
 * Is called for every call that a door answered, on any thread, event loops included. It must not
 * block.
 */
@FunctionalInterface
public interface CallListener {
  void completed(CompletedCall call);

  /** Calls this listener, then the other one. */
  default CallListener and(CallListener other) {
    return call -> {
      completed(call);
      other.completed(call);
    };
  }
}
