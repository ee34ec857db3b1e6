package dev.kiln.script;

import dev.kiln.process.Lists;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stand-ins that were installed in front of a docker and a podman, which tell what they are given.
 */
final class StandIns {
  static final String OURS = "kiln.dev/functions/set-labels";
  static final String AS_KPT =
      "run --rm -i --network none --user nobody --security-opt=no-new-privileges --pull missing ";
  static final String AS_KUSTOMIZE =
      "run --rm -i -a STDIN -a STDOUT -a STDERR --network none --user nobody"
          + " --security-opt=no-new-privileges -e LOG_TO_STDERR=true -e STRUCTURED_RESULTS=true ";

  final Sandbox sandbox = new Sandbox("perl");
  final Path engines = sandbox.before("engines");
  final Path folder = sandbox.before("stand-ins");

  StandIns(String host) throws IOException, InterruptedException {
    for (String name : List.of("docker", "podman")) {
      Sandbox.script(
          engines.resolve(name), "printf '%s:' \"${0##*/}\" \"$@\"\ncat\necho real >&2\nexit 6\n");
    }
    install(folder, "--host", host).well();
  }

  Program.Ended install(Path into, String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("shim", "install", into.toString()));
    command.addAll(List.of(args));
    return sandbox.kiln("", command.toArray(String[]::new));
  }

  /** With words that spaces divide. */
  Program.Ended run(String name, String words) throws IOException, InterruptedException {
    return run(folder.resolve(name), words);
  }

  Program.Ended run(Path program, String words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words.split(" ", -1)));
    return sandbox.run(Lists.LABEL, command);
  }
}
