package dev.kiln.cli;

import dev.kiln.server.flags.UsageException;
import java.util.List;

/** Explains the commands. */
final class Help implements Command {
  static final String NAME = "help";

  @Override
  public String summary() {
    return "Explain a command";
  }

  @Override
  public int run(List<String> args) {
    if (args.size() > 1) {
      throw new UsageException("help takes one command, not " + String.join(" ", args));
    }
    if (args.isEmpty() || args.getFirst().equals(NAME) || args.getFirst().equals("--help")) {
      System.out.print(overview());
      return 0;
    }
    return Commands.named(args.getFirst()).run(List.of("--help"));
  }

  private static String overview() {
    var commands = new StringBuilder();
    for (String name : Commands.NAMES) {
      commands.append("  %-10s %s%n".formatted(name, Commands.named(name).summary()));
    }
    return """
        kiln runs KRM functions.

        usage: kiln COMMAND [arguments]

        Commands:
        %s
        Example:
          kiln serve --function set-labels < list.yaml > out.yaml

        See 'kiln help COMMAND' for more about one.
        """
        .formatted(commands);
  }
}
