package dev.kiln.client;

/** A function failed, so nothing is to be written. */
public final class FailedRun extends RuntimeException {
  private static final long serialVersionUID = 1;

  FailedRun(StepRun step) {
    super(step.step().label() + ": " + step.message());
  }
}
