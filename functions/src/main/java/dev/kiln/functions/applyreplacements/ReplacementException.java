package dev.kiln.functions.applyreplacements;

/** A replacement that the items do not allow. */
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
