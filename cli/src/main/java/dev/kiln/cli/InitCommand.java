package dev.kiln.cli;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the project of a new function. */
final class InitCommand implements Command {
  static final String NAME = "init";

  private static final Flags FLAGS =
      new Flags(ProjectNames.FUNCTION, ProjectNames.PACKAGE, ProjectNames.GROUP);

  @Override
  public String summary() {
    return "Write a project for a function of your own";
  }

  @Override
  public int run(List<String> args) {
    FlagValues values = FLAGS.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage());
      return 0;
    }
    String folder = folder(values.rest());
    var project = new ProjectFiles(ProjectNames.of(values, Path.of(folder)));
    try {
      NewFolder.create(Path.of(folder), project.files());
    } catch (IOException e) {
      System.err.println("error: cannot write " + folder + ": " + e.getMessage());
      return 1;
    }
    System.out.print(project.nextSteps(folder));
    return 0;
  }

  private static String folder(List<String> rest) {
    return switch (rest.size()) {
      case 0 -> throw new UsageException("no folder given: kiln init DIR writes the project there");
      case 1 -> rest.getFirst();
      default -> throw new UsageException("unexpected argument: " + rest.get(1));
    };
  }

  private static String usage() {
    return """
    usage: kiln init DIR [flags]

    Writes a Maven project for one function: its class, definition, test and cases, and a
    Dockerfile. Creates DIR, or uses it if it is empty. The function gets the name of DIR.

    Flags:
    %s"""
        .formatted(FLAGS.help());
  }
}
