package dev.kiln.runtime;

/** Carries an ending to the Evaluator from the step that refused a call. */
public final class NothingRanException extends RuntimeException {
  private final Ending.NothingRan ending;

  public NothingRanException(Ending.NothingRan ending) {
    super(ending.message(), null, false, false);
    this.ending = ending;
  }

  Ending.NothingRan ending() {
    return ending;
  }
}
