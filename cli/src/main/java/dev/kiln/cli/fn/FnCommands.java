package dev.kiln.cli.fn;

import dev.kiln.client.files.PackageException;
import dev.kiln.client.results.ResultsException;
import dev.kiln.flags.Subcommand;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.containers.NoEngineException;
import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.BadYaml;
import java.util.List;

/** Runs functions over packages of resources on disk. */
public final class FnCommands {
  public static final String NAME = "fn";
  private static final List<String> NAMES = List.of(FnRun.NAME, FnSource.NAME, FnSink.NAME);

  private FnCommands() {}

  /** Runs the command that the first argument names; returns the exit code. */
  public static int run(List<String> args, FunctionKinds kinds) {
    var subcommand = Subcommand.of(args);
    try {
      return switch (subcommand.word()) {
        case FnRun.NAME -> FnRun.run(subcommand.rest(), kinds);
        case FnSource.NAME -> FnSource.run(subcommand.rest());
        case FnSink.NAME -> FnSink.run(subcommand.rest());
        case "--help", "-h" -> {
          System.out.print(USAGE);
          yield 0;
        }
        default -> throw subcommand.unknown("kiln fn", NAMES);
      };
    } catch (UsageException e) {
      System.err.println(
          e.text(NAMES.contains(subcommand.word()) ? "kiln fn " + subcommand.word() : "kiln fn"));
    } catch (PackageException e) {
      e.problems().forEach(problem -> System.err.println("error: " + problem));
    } catch (ResultsException | NoEngineException | BadInput | BadYaml e) {
      System.err.println("error: " + e.getMessage());
    } catch (IllegalArgumentException e) { // a step that can never run
      String.valueOf(e.getMessage()).lines().forEach(line -> System.err.println("error: " + line));
    }
    return 1;
  }

  private static final String USAGE =
      """
      usage: kiln fn COMMAND [arguments]

      Runs functions over a package: a folder of resources in YAML or JSON.

      Commands:
        run      Run the functions that resources declare, or one of your choice
        source   Print a package as a ResourceList
        sink     Write a ResourceList into a package

      Example:
        kiln fn run my-package --function set-labels -- tier=web

      See 'kiln fn COMMAND --help' for more about one.
      """;
}
