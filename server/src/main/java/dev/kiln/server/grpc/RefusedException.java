package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;

/** Carries out of the reading of a message why no call comes of it. */
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
