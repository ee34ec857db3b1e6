package dev.kiln.cli;

import dev.kiln.cli.images.ImageException;
import dev.kiln.flags.Subcommand;
import java.util.List;

/** Writes the definitions of functions into images, and reads them. */
final class ImageCommand implements Command {
  static final String NAME = "image";

  private static final List<String> NAMES =
      List.of(ImageAnnotateCommand.NAME, ImageInspectCommand.NAME);

  @Override
  public String summary() {
    return "Write the definitions of functions into an image, or read them";
  }

  @Override
  public int run(List<String> args) {
    var subcommand = Subcommand.of(args);
    try {
      return switch (subcommand.word()) {
        case ImageAnnotateCommand.NAME -> ImageAnnotateCommand.run(subcommand.rest());
        case ImageInspectCommand.NAME -> ImageInspectCommand.run(subcommand.rest());
        case "--help", "-h" -> {
          System.out.print(usage());
          yield 0;
        }
        default -> throw subcommand.unknown("kiln image", NAMES);
      };
    } catch (ImageException e) {
      System.err.println("error: " + e.getMessage());
      return 1;
    }
  }

  private static String usage() {
    return """
    usage: kiln image COMMAND IMAGE [flags]

    An image may carry the definitions of its functions, which say how to run it. An image without
    definitions counts as a program of spec v1.

    Commands:
      annotate   Write the definitions into an image
      inspect    Show the definitions that an image carries

    %s
    See 'kiln image COMMAND --help' for more about one.
    """
        .formatted(ImageArgument.HELP);
  }
}
