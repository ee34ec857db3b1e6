package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Reason;

/** Says why there is no server to call. */
final class NotStarted extends Exception {
  private static final long serialVersionUID = 1;

  static final int NOT_EXECUTABLE = 126;

  private final transient Ending ending;
  private final transient byte[] words;

  /**
   * @param words all that the server said, for the log
   */
  NotStarted(Ending ending, byte[] words) {
    super(ending.message(), null, false, false);
    this.ending = ending;
    this.words = words;
  }

  static NotStarted of(int exitCode, String message) {
    return new NotStarted(new Ending.Failed(Reason.START, exitCode, message), new byte[0]);
  }

  Ending ending() {
    return ending;
  }

  byte[] words() {
    return words;
  }
}
