package dev.kiln.cli;

import dev.kiln.runtime.kind.FunctionKinds;
import java.util.ArrayList;
import java.util.List;

/** Explains the commands. */
final class HelpCommand implements Command {
  static final String NAME = "help";

  private final FunctionKinds kinds;

  HelpCommand(FunctionKinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public String summary() {
    return "Explain a command";
  }

  @Override
  public int run(List<String> args) {
    if (args.isEmpty() || args.getFirst().equals(NAME) || args.getFirst().equals("--help")) {
      System.out.print(overview());
      return 0;
    }
    var words = new ArrayList<>(args.subList(1, args.size()));
    words.add("--help");
    return Commands.named(args.getFirst(), kinds).run(words);
  }

  private String overview() {
    var commands = new StringBuilder();
    for (String name : Commands.NAMES) {
      commands.append("  %-12s %s%n".formatted(name, Commands.named(name, kinds).summary()));
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
