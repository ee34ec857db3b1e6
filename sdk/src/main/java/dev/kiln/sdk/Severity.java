package dev.kiln.sdk;

import java.util.Locale;

/** How much a {@link Result} matters. */
public enum Severity {
  /** The call fails. */
  ERROR,
  WARNING,
  INFO;

  /** As the wire has it: {@code error}, {@code warning} or {@code info}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
