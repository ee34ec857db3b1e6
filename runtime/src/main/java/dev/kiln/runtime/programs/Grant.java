package dev.kiln.runtime.programs;

/** How the wait for a child ended. */
sealed interface Grant {
  /** The call gets an idle child. */
  record IdleChild(Instance child) implements Grant {}

  /** The call may start a child; its room is reserved. */
  record StartPermit() implements Grant {}

  /** The call gets no child, because recent starts failed. */
  record Refused(ProgramStartException failure) implements Grant {}
}
