package dev.kiln.runtime.programs;

/** What standing in line for a child ended with. */
sealed interface Grant {
  /** A child that was waiting for a call. */
  record Waiting(ChildProcess child) implements Grant {}

  /** Room to start one. */
  record Start() implements Grant {}

  /** None can be had, as was seen shortly before. */
  record Refused(ProgramStartException why) implements Grant {}
}
