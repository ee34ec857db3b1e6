package dev.kiln.runtime;

import java.util.List;

/**
 * Functions to run one after the other on one list.
 *
 * @param in the list and what holds for all steps; the function it names is not looked at
 */
public record Pipeline(Invocation in, List<PipelineStep> steps) {
  public Pipeline {
    steps = List.copyOf(steps);
  }

  Pipeline within(Invocation limited) {
    return new Pipeline(limited, steps);
  }
}
