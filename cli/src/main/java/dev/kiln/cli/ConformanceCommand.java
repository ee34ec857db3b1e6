package dev.kiln.cli;

import dev.kiln.conformance.Main;
import java.util.List;

/** Judges a function by what the specification says. */
final class ConformanceCommand implements Command {
  static final String NAME = "conformance";

  @Override
  public String summary() {
    return "Test a function, in any language, against the specification";
  }

  @Override
  public int run(List<String> args) {
    try {
      return Main.run(args, System.out, System.err);
    } catch (NoClassDefFoundError _) { // the image of functions goes without it
      System.err.println("error: the judge is not in here; kiln.dev/conformance is its image");
      return 2;
    }
  }
}
