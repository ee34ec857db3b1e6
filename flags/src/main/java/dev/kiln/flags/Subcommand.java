package dev.kiln.flags;

import java.util.List;

/**
 * The subcommand of a command line, and its arguments.
 *
 * @param word {@code --help} if there are no arguments
 */
public record Subcommand(String word, List<String> rest) {
  private static final String HELP = "--help";

  /** From the arguments of the command; {@code help NAME} is the same as {@code NAME --help}. */
  public static Subcommand of(List<String> args) {
    if (args.isEmpty()) {
      return new Subcommand(HELP, args);
    }
    List<String> rest = args.subList(1, args.size());
    if (!args.getFirst().equals("help")) {
      return new Subcommand(args.getFirst(), rest);
    }
    return rest.isEmpty()
        ? new Subcommand(HELP, rest)
        : new Subcommand(rest.getFirst(), List.of(HELP));
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
