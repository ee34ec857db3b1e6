package dev.kiln.cli;

import java.util.List;

/** Something that {@code kiln} can be told to do. */
interface Command {
  /** What it does, for the list of all commands. */
  String summary();

  /**
   * Does it; {@code --help} explains it.
   *
   * @return the exit code
   * @throws dev.kiln.flags.UsageException if it cannot be meant
   */
  int run(List<String> args);
}
