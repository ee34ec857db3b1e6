package dev.kiln.runtime.programs;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** How it is known that a child has ended, and what ends it beside its processes. */
public interface ChildTermination {
  /** Ends as its process does. */
  ChildTermination OF_PROCESS = process -> process.onExit().thenApply(Process::exitValue);

  /**
   * Its exit code, once all that it will ever write is in its pipes; 128 + n if signal n ended it.
   * Its process may live a little longer.
   */
  CompletableFuture<Integer> ended(Process process);

  /**
   * The command that ends what is not among the child's processes; empty if there is nothing. It is
   * run once the process is gone, but not after one that ended by itself, whatever its exit code,
   * unless that tells of a signal.
   */
  default List<String> kill() {
    return List.of();
  }

  /** Whether that exit code is not the function's: it was never started. */
  default boolean unstarted(int exitCode) {
    return false;
  }

  /** Called once nothing of the child is left. */
  default void gone() {}
}
