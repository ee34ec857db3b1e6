package dev.kiln.runtime;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a pipeline gave. */
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

  /** What one step gave; its bytes only if it failed, and left a list. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record StepOutcome(String name, Outcome outcome, byte[] results, Log log) {}

  /** One of which nothing ran. */
  public static PipelineOutcome of(Ending ending) {
    return new PipelineOutcome(ending, null, List.of(), 0);
  }

  /** One that came to its end; failures of its steps were deferred. */
  public static PipelineOutcome done(byte[] bytes, List<StepOutcome> steps) {
    return new PipelineOutcome(new Ending.Done(), bytes, steps, 0);
  }

  /** One that the last of these steps stopped. */
  public static PipelineOutcome stopped(List<StepOutcome> steps) {
    return new PipelineOutcome(new Ending.Done(), null, steps, steps.size());
  }

  /** Done if the steps ran, whatever came of them. */
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
