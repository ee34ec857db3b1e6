package dev.kiln.runtime.programs;

/** How the wait for a child ended. */
sealed interface Grant {
  /** The call gets an idle child. */
  record Waiting(Instance child) implements Grant {}

  /** The call may start a child; its room is reserved. */
  record Start() implements Grant {}

  /** The call gets no child, because recent starts failed. */
  record Refused(ProgramStartException why) implements Grant {}
}
