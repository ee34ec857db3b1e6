package dev.kiln.client;

/** A function failed, so nothing may be written. */
public final class RunFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RunFailedException(StepRun step) {
    super(step.step().label() + ": " + step.message());
  }
}
