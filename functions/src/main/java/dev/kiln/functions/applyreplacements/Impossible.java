package dev.kiln.functions.applyreplacements;

/** A replacement that the items do not allow. */
final class Impossible extends RuntimeException {
  private final String reason;

  Impossible(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
