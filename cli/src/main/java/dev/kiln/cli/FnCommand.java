package dev.kiln.cli;

import dev.kiln.cli.fn.FnCommands;
import java.util.List;

/** Runs functions over packages. */
final class FnCommand implements Command {
  @Override
  public String summary() {
    return "Run functions over a folder of resources";
  }

  @Override
  public int run(List<String> args) {
    return FnCommands.run(args);
  }
}
