package dev.kiln.cli;

import dev.kiln.runtime.kind.FunctionKinds;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.server.FunctionServer;
import java.util.ArrayList;
import java.util.List;

/** Runs the functions on the class path. */
final class ServeCommand implements Command {
  static final String NAME = "serve";

  private final FunctionKinds kinds;

  ServeCommand(FunctionKinds kinds) {
    this.kinds = kinds;
  }

  @Override
  public String summary() {
    return "Serve functions, or run one from stdin to stdout";
  }

  @Override
  public int run(List<String> args) {
    return FunctionServer.serve(
        "kiln serve",
        args,
        () -> FunctionLoader.findAll(loader()),
        kinds,
        ServeCommand::hostCommand);
  }

  private static List<String> hostCommand() {
    var words = new ArrayList<>(OwnCommand.words());
    words.add(NAME);
    return words;
  }

  private static ClassLoader loader() {
    return ServeCommand.class.getClassLoader();
  }
}
