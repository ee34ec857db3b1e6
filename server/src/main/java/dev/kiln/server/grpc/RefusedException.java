package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;

/** Thrown while a message is read, if no call can be made of it. */
final class RefusedException extends RuntimeException {
  private final transient Ending ending;

  RefusedException(Ending ending) {
    super(ending.message(), null, false, false);
    this.ending = ending;
  }

  Ending ending() {
    return ending;
  }
}
