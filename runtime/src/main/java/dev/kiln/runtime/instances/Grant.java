package dev.kiln.runtime.instances;

/** How the wait for an instance ended. */
sealed interface Grant {
  /** The call gets an idle instance. */
  record IdleInstance(Instance instance) implements Grant {}

  /** The call may start an instance; its room is reserved. */
  record StartPermit() implements Grant {}

  /** The call gets no instance, because recent starts failed. */
  record Refused(ProgramStartException failure) implements Grant {}
}
