package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import java.io.IOException;

/** Runs a case against a target and checks what happens. */
public interface Scenario {
  /**
   * Asks it; it passes if nothing is thrown.
   *
   * @throws IOException if the target cannot be talked to, which is a failure of its own
   */
  void run(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException, InterruptedException;
}
