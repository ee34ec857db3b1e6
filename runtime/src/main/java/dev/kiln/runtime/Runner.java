package dev.kiln.runtime;

import java.util.Optional;

/**
 * Runs a function of any kind: a Java class, a program, a container, a server elsewhere. Neither a
 * door nor an orchestrator can tell which.
 *
 * <p>{@link #run} is called on many threads at once and may block. A failure of the function is an
 * {@link Outcome}; an exception means that the runner itself is broken.
 */
@FunctionalInterface
public interface Runner extends AutoCloseable {
  /** Runs the function once. An interrupt asks it to stop soon. */
  Outcome run(Invocation in);

  /** Whether a call mostly waits, for a program or another host, and needs no core of its own. */
  default boolean waits() {
    return false;
  }

  /** Does ahead of the first call the work that this call would wait for. */
  default void prepare() {}

  /**
   * Why a call could not succeed now, such as a server that does not answer; empty if nothing is
   * known to be wrong. May block for some seconds.
   */
  default Optional<String> findProblem() {
    return Optional.empty();
  }

  /** Announces how many calls will come, so that the runner starts no more than they need. */
  default void expect(int calls) {}

  /**
   * Releases what the runner keeps between calls. Called once, when no call is running any more.
   */
  @Override
  default void close() {}
}
