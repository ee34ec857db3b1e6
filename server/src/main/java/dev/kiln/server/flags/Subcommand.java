package dev.kiln.server.flags;

import java.util.List;

/**
 * What a command that consists of several is told: which of them, and what that is told.
 *
 * @param word {@code --help} if it is told nothing
 */
public record Subcommand(String word, List<String> rest) {
  /** From the arguments of the command. */
  public static Subcommand of(List<String> args) {
    return args.isEmpty()
        ? new Subcommand("--help", args)
        : new Subcommand(args.getFirst(), args.subList(1, args.size()));
  }

  /**
   * That there is none of that name.
   *
   * @param command as it is written, {@code kiln image}
   * @param known the names that there are
   */
  public UsageException unknown(String command, List<String> known) {
    return new UsageException(
        "unknown command \"" + word + "\" for \"" + command + "\"" + Suggestion.of(word, known));
  }
}
