package dev.kiln.conformance.execution;

/** A case does not apply to this target. The message says what the target lacks. */
public final class CaseSkippedException extends Exception {
  private static final long serialVersionUID = 1;

  public CaseSkippedException(String message) {
    super(message);
  }
}
