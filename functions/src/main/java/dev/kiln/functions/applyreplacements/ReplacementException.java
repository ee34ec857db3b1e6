package dev.kiln.functions.applyreplacements;

/** A replacement cannot be applied to the items. */
final class ReplacementException extends RuntimeException {
  private final String reason;

  ReplacementException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
