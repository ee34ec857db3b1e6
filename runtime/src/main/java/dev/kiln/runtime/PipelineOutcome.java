package dev.kiln.runtime;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a pipeline. */
public final class PipelineOutcome {
  private final Ending ending;
  private final byte @Nullable [] bytes;
  private final List<StepOutcome> steps;
  private final int failedStep;

  private PipelineOutcome(
      Ending ending, byte @Nullable [] bytes, List<StepOutcome> steps, int failedStep) {
    this.ending = ending;
    this.bytes = bytes;
    this.steps = List.copyOf(steps);
    this.failedStep = failedStep;
  }

  /** The result of one step. It has bytes only if the step failed and returned a list. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record StepOutcome(String name, Outcome outcome, byte[] results, Log log) {}

  /**
   * An outcome without an answer: nothing ran if the ending is a {@link Ending.NothingRan},
   * otherwise it is unknown which of the functions ran.
   */
  public static PipelineOutcome of(Ending ending) {
    return new PipelineOutcome(ending, null, List.of(), 0);
  }

  /** The outcome of a pipeline that ran to its end; any failures of its steps were deferred. */
  public static PipelineOutcome done(byte[] bytes, List<StepOutcome> steps) {
    return new PipelineOutcome(new Ending.Done(), bytes, steps, 0);
  }

  /** The outcome of a pipeline that the last of these steps stopped. */
  public static PipelineOutcome stopped(List<StepOutcome> steps) {
    return new PipelineOutcome(new Ending.Done(), null, steps, steps.size());
  }

  /** How the pipeline ended; done if the steps ran, even if they failed. */
  public Ending ending() {
    return ending;
  }

  /** The serialized list, unless a step stopped the pipeline. */
  public Optional<byte[]> bytes() {
    return Optional.ofNullable(bytes);
  }

  /** One for each step that ran. */
  public List<StepOutcome> steps() {
    return steps;
  }

  /** The step that stopped the pipeline, counted from 1; 0 if none did. */
  public int failedStep() {
    return failedStep;
  }
}
