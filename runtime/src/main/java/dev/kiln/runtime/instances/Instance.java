package dev.kiln.runtime.instances;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/**
 * One started instance of a function, wherever it runs: a process of this machine, a container, a
 * pod of a cluster or a module in the memory of this process. The pool and the supervisor of
 * servers know instances by this interface alone.
 */
public interface Instance {
  /** What was started, for messages: a command, or the name of a pod. */
  String label();

  /** Its input. A write blocks while the instance does not read, and fails once it has ended. */
  OutputStream stdin();

  /**
   * Its output. A read blocks, and may still block after the instance has ended; {@code
   * available()} tells what can be read without blocking.
   */
  InputStream stdout();

  /** Its messages. They are read as {@link #stdout()} is. */
  InputStream stderr();

  /** Completes with the exit code once all of its output can be read; 128 + n for signal n. */
  CompletableFuture<Integer> whenEnded();

  /** Whether it runs and can still take its input. */
  boolean isAlive();

  /** Whether this exit code means that the function was never started. */
  default boolean isUnstarted(int exitCode) {
    return false;
  }

  /** Asks it to end, and kills it if it still runs after a grace period. Does not block. */
  void end();

  /** Kills it now. Does not block. */
  void kill();
}
