package dev.kiln.sdk;

import java.util.Locale;

/** The importance of a {@link Result}. */
public enum Severity {
  /** The call fails. */
  ERROR,
  WARNING,
  INFO;

  /** The word on the wire: {@code error}, {@code warning} or {@code info}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
