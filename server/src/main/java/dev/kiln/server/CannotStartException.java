package dev.kiln.server;

/** Why a server cannot start, in one line. */
final class CannotStartException extends RuntimeException {
  CannotStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
