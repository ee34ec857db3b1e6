package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import java.io.IOException;

/** A way to ask a case. */
public interface Play {
  /**
   * Asks it; it passes if nothing is thrown.
   *
   * @throws IOException if the target cannot be talked to, which is a failure of its own
   */
  void play(Stage stage) throws Failed, NotAsked, IOException, InterruptedException;
}
