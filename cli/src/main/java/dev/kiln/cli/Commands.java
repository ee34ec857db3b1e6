package dev.kiln.cli;

import dev.kiln.cli.fn.Fn;
import dev.kiln.flags.Suggestion;
import dev.kiln.flags.UsageException;
import java.util.List;

/** The commands there are. One is made only when it is asked for: a v1 run needs just its own. */
final class Commands {
  static final List<String> NAMES =
      List.of(
          Serve.NAME,
          Script.CALL,
          Script.SHIM,
          Fn.NAME,
          Daemon.NAME,
          Init.NAME,
          ListFunctions.NAME,
          Health.NAME,
          ImageCommand.NAME,
          Conformance.NAME,
          Version.NAME,
          Help.NAME);

  private Commands() {}

  static boolean isKnown(String word) {
    return NAMES.contains(word);
  }

  static Command named(String word) {
    return switch (word) {
      case Serve.NAME -> new Serve();
      case Script.CALL -> new Script(Script.CALL, "Hand a list to a host that is warm");
      case Script.SHIM ->
          new Script(Script.SHIM, "Stand in for docker, podman and nerdctl with a warm host");
      case Fn.NAME -> new FnCommand();
      case Daemon.NAME -> new Daemon();
      case Init.NAME -> new Init();
      case ListFunctions.NAME -> new ListFunctions();
      case Health.NAME -> new Health();
      case ImageCommand.NAME -> new ImageCommand();
      case Conformance.NAME -> new Conformance();
      case Version.NAME, "--version" -> new Version();
      case Help.NAME, "--help", "-h" -> new Help();
      default ->
          throw new UsageException(
              "unknown command \"" + word + "\" for \"kiln\"" + Suggestion.of(word, NAMES));
    };
  }
}
