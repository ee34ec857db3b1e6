package dev.kiln.runtime.instances;

import java.util.function.Consumer;

/** Starts one instance of a function. It is used once. */
public interface InstanceLauncher {
  /** What it starts, for messages: a command, or the name of a pod. */
  String label();

  /**
   * Starts the instance. May block.
   *
   * @param instances starts processes of this machine
   * @param gone runs once nothing of the instance is left
   * @throws ProgramStartException if it cannot be started
   */
  Instance launch(Instances instances, Consumer<Instance> gone);

  /** Removes what was made for an instance that is not started after all. */
  default void abandon() {}
}
