package dev.kiln.cli;

import dev.kiln.cli.fn.FnCommands;
import dev.kiln.runtime.kind.FunctionKinds;
import java.util.List;

/** Runs functions over packages. */
final class FnCommand implements Command {
  private final FunctionKinds kinds;

  FnCommand(FunctionKinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public String summary() {
    return "Run functions over a folder of resources";
  }

  @Override
  public int run(List<String> args) {
    return FnCommands.run(args, kinds);
  }
}
