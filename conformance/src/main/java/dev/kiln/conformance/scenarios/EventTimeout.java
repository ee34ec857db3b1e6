package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import java.time.Duration;

/** How long to wait for an event that nobody announces. */
final class EventTimeout {
  private static final Duration SOON = Duration.ofSeconds(20);

  private EventTimeout() {}

  /** The timeout of a call, but no more than a fixed maximum. */
  static Duration of(CaseContext context) {
    return context.timeout().compareTo(SOON) < 0 ? context.timeout() : SOON;
  }
}
