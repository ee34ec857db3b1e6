package dev.kiln.server.calls;

/**
 * Hears of each call that a door answered. Called on any thread, event loops too: must not block.
 */
@FunctionalInterface
public interface Journal {
  void answered(Answered call);

  /** This one, and another behind it. */
  default Journal and(Journal other) {
    return call -> {
      answered(call);
      other.answered(call);
    };
  }
}
