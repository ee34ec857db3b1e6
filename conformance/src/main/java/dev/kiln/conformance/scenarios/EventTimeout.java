package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import java.time.Duration;

/** How long to wait for what nobody tells. */
final class EventTimeout {
  private static final Duration SOON = Duration.ofSeconds(20);

  private EventTimeout() {}

  /** How long what comes by itself may take: no longer than a call, and no longer than this. */
  static Duration of(CaseContext context) {
    return context.timeout().compareTo(SOON) < 0 ? context.timeout() : SOON;
  }
}
