package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;

/** No server could be started to take a call. */
final class ServerStartException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Ending ending;
  private final transient byte[] output;

  /**
   * @param words the server's output, for the log
   */
  ServerStartException(Ending ending, byte[] words) {
    super(ending.message(), null, false, false);
    this.ending = ending;
    this.output = words;
  }

  static ServerStartException of(Ending ending) {
    return new ServerStartException(ending, new byte[0]);
  }

  Ending ending() {
    return ending;
  }

  byte[] output() {
    return output;
  }
}
