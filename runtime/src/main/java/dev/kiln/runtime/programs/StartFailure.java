package dev.kiln.runtime.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Distinguishes a program that ran and failed from one that never ran. */
final class StartFailure {
  private static final int MAX_BYTES = 4096;
  private static final String SETSID_PREFIX = "setsid: ";

  private StartFailure() {}

  /** Checks the exit code and the output of a child that ended without a call. */
  static Optional<ProgramStartException> find(Instance child, int exitCode) {
    try {
      var stderr = new PipeReader(child.stderr(), MAX_BYTES);
      stderr.read();
      return find(child, exitCode, new String(stderr.bytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return find(child, exitCode, "");
    }
  }

  static Optional<ProgramStartException> find(Instance child, int exitCode, String stderr) {
    boolean byShell =
        exitCode == ProgramStartException.NOT_FOUND
            || exitCode == ProgramStartException.NOT_EXECUTABLE;
    return child.isUnstarted(exitCode) || (byShell && stderr.startsWith(SETSID_PREFIX))
        ? Optional.of(new ProgramStartException(exitCode, describe(child, stderr)))
        : Optional.empty();
  }

  private static String describe(Instance child, String stderr) {
    return stderr.isBlank() ? child.label() : stderr.strip() + " (tried: " + child.label() + ")";
  }
}
