package dev.kiln.runtime.instances;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Distinguishes a program that ran and failed from one that never ran. */
final class StartFailure {
  private static final int MAX_BYTES = 4096;
  private static final String SETSID_PREFIX = "setsid: ";

  private StartFailure() {}

  /** Checks the exit code and the output of an instance that ended without a call. */
  static Optional<ProgramStartException> find(Instance instance, int exitCode) {
    try {
      var stderr = new PipeReader(instance.stderr(), MAX_BYTES);
      stderr.read();
      return find(instance, exitCode, new String(stderr.bytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return find(instance, exitCode, "");
    }
  }

  static Optional<ProgramStartException> find(Instance instance, int exitCode, String stderr) {
    boolean byShell =
        exitCode == ProgramStartException.NOT_FOUND
            || exitCode == ProgramStartException.NOT_EXECUTABLE;
    return instance.isUnstarted(exitCode) || (byShell && stderr.startsWith(SETSID_PREFIX))
        ? Optional.of(new ProgramStartException(exitCode, describe(instance, stderr)))
        : Optional.empty();
  }

  private static String describe(Instance instance, String stderr) {
    return stderr.isBlank()
        ? instance.label()
        : stderr.strip() + " (tried: " + instance.label() + ")";
  }
}
