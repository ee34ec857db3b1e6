package dev.kiln.runtime.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Distinguishes a program that ran and failed from one that never ran. */
final class StartFailure {
  private static final int WORDS = 4096;
  private static final String OTHERS = "setsid: ";

  private StartFailure() {}

  /** Checks the exit code and the output of a child that ended without a call. */
  static Optional<ProgramStartException> find(Instance child, int exitCode) {
    try {
      var said = new PipeReader(child.stderr(), WORDS);
      said.read();
      return find(child, exitCode, new String(said.bytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return find(child, exitCode, "");
    }
  }

  static Optional<ProgramStartException> find(Instance child, int exitCode, String said) {
    boolean byShell =
        exitCode == ProgramStartException.NOT_FOUND
            || exitCode == ProgramStartException.NOT_EXECUTABLE;
    return child.isUnstarted(exitCode) || (byShell && said.startsWith(OTHERS))
        ? Optional.of(new ProgramStartException(exitCode, words(child, said)))
        : Optional.empty();
  }

  private static String words(Instance child, String said) {
    return said.isBlank() ? child.label() : said.strip() + " (tried: " + child.label() + ")";
  }
}
