package dev.kiln.cli;

import dev.kiln.cli.fn.FnCommands;
import dev.kiln.flags.Suggestion;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.kind.FunctionKinds;
import java.util.List;

/**
 * All commands. Creates only the one that is asked for, since a v1 run loads as little as it can.
 */
final class Commands {
  static final List<String> NAMES =
      List.of(
          ServeCommand.NAME,
          ScriptCommand.CALL,
          ScriptCommand.SHIM,
          FnCommands.NAME,
          DaemonCommand.NAME,
          InitCommand.NAME,
          FunctionsCommand.NAME,
          HealthCommand.NAME,
          ImageCommand.NAME,
          ConformanceCommand.NAME,
          VersionCommand.NAME,
          HelpCommand.NAME);

  private Commands() {}

  static boolean isKnown(String word) {
    return NAMES.contains(word);
  }

  static Command named(String word, FunctionKinds kinds) {
    return switch (word) {
      case ServeCommand.NAME -> new ServeCommand(kinds);
      case ScriptCommand.CALL ->
          new ScriptCommand(ScriptCommand.CALL, "Send a list to a warm host");
      case ScriptCommand.SHIM ->
          new ScriptCommand(
              ScriptCommand.SHIM, "Let a warm host stand in for docker, podman and nerdctl");
      case FnCommands.NAME -> new FnCommand(kinds);
      case DaemonCommand.NAME -> new DaemonCommand();
      case InitCommand.NAME -> new InitCommand();
      case FunctionsCommand.NAME -> new FunctionsCommand();
      case HealthCommand.NAME -> new HealthCommand();
      case ImageCommand.NAME -> new ImageCommand();
      case ConformanceCommand.NAME -> new ConformanceCommand();
      case VersionCommand.NAME, "--version" -> new VersionCommand();
      case HelpCommand.NAME, "--help", "-h" -> new HelpCommand(kinds);
      default ->
          throw new UsageException(
              "unknown command \"" + word + "\" for \"kiln\"" + Suggestion.of(word, NAMES));
    };
  }
}
