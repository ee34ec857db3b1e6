package dev.kiln.cli;

import java.util.List;

/** A command of {@code kiln}. */
interface Command {
  /** One line for the list of all commands. */
  String summary();

  /**
   * Runs the command; {@code --help} prints its usage.
   *
   * @return the exit code
   * @throws dev.kiln.flags.UsageException if the arguments are invalid
   */
  int run(List<String> args);
}
