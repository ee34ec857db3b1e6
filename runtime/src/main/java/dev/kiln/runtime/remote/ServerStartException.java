package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;

/** Says why there is no server to call. */
final class ServerStartException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Ending ending;
  private final transient byte[] words;

  /**
   * @param words all that the server said, for the log
   */
  ServerStartException(Ending ending, byte[] words) {
    super(ending.message(), null, false, false);
    this.ending = ending;
    this.words = words;
  }

  static ServerStartException of(Ending ending) {
    return new ServerStartException(ending, new byte[0]);
  }

  Ending ending() {
    return ending;
  }

  byte[] words() {
    return words;
  }
}
