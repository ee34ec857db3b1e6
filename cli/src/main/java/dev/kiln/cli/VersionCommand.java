package dev.kiln.cli;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.util.List;
import java.util.Objects;

/** Shows the version of Kiln and of the Java that runs it. */
final class VersionCommand implements Command {
  static final String NAME = "version";

  @Override
  public String summary() {
    return "Show the version of Kiln and of its Java";
  }

  @Override
  public int run(List<String> args) {
    FlagValues values = new Flags().parse(args, System.getenv());
    if (values.help()) {
      System.out.println(
          "usage: kiln version\n\nShows the version of Kiln and of the Java that runs it.");
      return 0;
    }
    if (!values.rest().isEmpty()) {
      throw new UsageException("unexpected argument: " + values.rest().getFirst());
    }
    System.out.println("kiln " + built() + ", Java " + Runtime.version());
    return 0;
  }

  private static String built() {
    // classes that lie in a folder have no manifest
    return Objects.requireNonNullElse(
        Main.class.getPackage().getImplementationVersion(), "from source");
  }
}
