package dev.kiln.runtime.instances;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tells when a child has ended, and how to end what is not one of its processes. */
public interface ChildTermination {
  /** The child ends when its process does. */
  ChildTermination OF_PROCESS = process -> process.onExit().thenApply(Process::exitValue);

  /**
   * Completes with the exit code once all of its output is in its pipes; 128 + n if signal n ended
   * it. Its process may live a little longer.
   */
  CompletableFuture<Integer> whenEnded(Process process);

  /**
   * The command that ends what is not among the child's processes; empty if there is nothing. It
   * runs once the process is gone. It does not run if the process ended by itself, unless the exit
   * code stands for a signal.
   */
  default List<String> killCommand() {
    return List.of();
  }

  /** Whether this exit code means that the function was never started. */
  default boolean isStartFailure(int exitCode) {
    return false;
  }

  /** Called once nothing of the child is left. */
  default void onGone() {}
}
