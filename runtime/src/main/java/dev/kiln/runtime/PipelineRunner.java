package dev.kiln.runtime;

/**
 * Runs all functions of a pipeline in one call to another host. Implementations must be
 * thread-safe. They may block; an interrupt asks them to stop soon.
 */
@FunctionalInterface
public interface PipelineRunner {
  /**
   * Runs the functions once. The ending is a {@link Ending.NothingRan} only if none of them began.
   */
  PipelineOutcome run(Pipeline pipeline);
}
