package dev.kiln.conformance.execution;

/** A case that cannot be asked of this target; the message says what it lacks. */
public final class CaseSkippedException extends Exception {
  private static final long serialVersionUID = 1;

  public CaseSkippedException(String message) {
    super(message);
  }
}
