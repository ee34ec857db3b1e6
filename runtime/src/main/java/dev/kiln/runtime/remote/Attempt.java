package dev.kiln.runtime.remote;

import dev.kiln.runtime.Outcome;

/** What came of sending a call to one server once. */
sealed interface Attempt {
  /** It answered. */
  record Answered(Outcome outcome) implements Attempt {}

  /**
   * Surely nothing ran there, so that another one may be asked.
   *
   * @param reached whether the server itself said so
   */
  record NotTaken(String why, boolean reached) implements Attempt {}

  /** The connection ended without an answer; the function may have run, or may still run. */
  record Broken(String why) implements Attempt {}
}
