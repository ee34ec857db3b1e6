package dev.kiln.runtime;

/** Carries an ending from the step that refused a call to the Evaluator. */
final class NothingRanException extends RuntimeException {
  private final Ending.NothingRan ending;

  NothingRanException(Ending.NothingRan ending) {
    super(ending.message(), null, false, false);
    this.ending = ending;
  }

  Ending.NothingRan ending() {
    return ending;
  }
}
