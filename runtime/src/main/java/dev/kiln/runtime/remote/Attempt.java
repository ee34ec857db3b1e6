package dev.kiln.runtime.remote;

import dev.kiln.runtime.Outcome;

/** The result of sending a call to one server once. */
sealed interface Attempt {
  /** The server answered. */
  record Answered(Outcome outcome) implements Attempt {}

  /**
   * Certainly nothing ran on the server, so another one may be tried.
   *
   * @param hasReachedServer whether the server itself refused the call
   */
  record NotTaken(String why, boolean hasReachedServer) implements Attempt {}

  /** The connection ended without an answer; the function may have run, or may still run. */
  record Broken(String why) implements Attempt {}
}
