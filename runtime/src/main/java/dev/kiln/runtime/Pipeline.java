package dev.kiln.runtime;

import java.util.List;

/**
 * Functions to run one after the other on one list.
 *
 * @param in the list and the options for all steps; its function name is ignored
 */
public record Pipeline(Invocation in, List<PipelineStep> steps) {
  public Pipeline {
    steps = List.copyOf(steps);
  }

  /** The names of all functions, for messages. */
  public String names() {
    return String.join(", ", steps.stream().map(PipelineStep::name).toList());
  }

  Pipeline withInvocation(Invocation limited) {
    return new Pipeline(limited, steps);
  }
}
