package dev.kiln.sdk;

/** The importance of a {@link Result}. */
public enum Severity {
  /** The call fails. */
  ERROR("error"),
  WARNING("warning"),
  INFO("info");

  private final String text;

  Severity(String text) {
    this.text = text;
  }

  /** The word on the wire: {@code error}, {@code warning} or {@code info}. */
  public String text() {
    return text;
  }
}
