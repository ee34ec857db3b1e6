package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.Stage;
import java.time.Duration;

/** How long to wait for what nobody tells. */
final class Waits {
  private static final Duration SOON = Duration.ofSeconds(20);

  private Waits() {}

  /** How long what comes by itself may take: no longer than a call, and no longer than this. */
  static Duration soon(Stage stage) {
    return stage.patience().compareTo(SOON) < 0 ? stage.patience() : SOON;
  }
}
