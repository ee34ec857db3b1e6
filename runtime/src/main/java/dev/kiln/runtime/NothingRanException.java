package dev.kiln.runtime;

/** Carries an ending to the Evaluator, or to a door, from the step that refused a call. */
public final class NothingRanException extends RuntimeException {
  private final Ending.NothingRan ending;

  public NothingRanException(Ending.NothingRan ending) {
    super(ending.message(), null, false, false);
    this.ending = ending;
  }

  /** Why nothing ran. */
  public Ending.NothingRan ending() {
    return ending;
  }
}
