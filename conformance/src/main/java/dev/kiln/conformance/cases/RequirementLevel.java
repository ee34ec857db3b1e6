package dev.kiln.conformance.cases;

import java.util.Locale;

/** How binding a clause is, from the most to the least; the last is what Kiln adds of its own. */
public enum RequirementLevel {
  MUST("MUST"),
  SHOULD("SHOULD"),
  MAY("MAY"),
  CONTRACT("Kiln's contract");

  private final String text;

  RequirementLevel(String text) {
    this.text = text;
  }

  /** As a person reads it. */
  public String text() {
    return text;
  }

  /** As a flag says it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
