package dev.kiln.runtime.instances;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How one process is started, and how it ends.
 *
 * @param command the program and its arguments; a program without a slash is looked for on the
 *     {@code PATH} of its environment
 * @param environment the complete environment; nothing is inherited
 */
public record LaunchSpec(
    List<String> command,
    Map<String, String> environment,
    Optional<Path> directory,
    ChildTermination termination)
    implements InstanceLauncher {
  private static final List<String> KEPT =
      List.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR");

  public LaunchSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("a command needs a program");
    }
  }

  /**
   * A program of this machine. It sees those variables of this host that nearly every program
   * needs, and none that tell a function to listen.
   *
   * @param more variables to add or to replace
   */
  public static LaunchSpec exec(
      List<String> command, Map<String, String> more, Optional<Path> directory) {
    return new LaunchSpec(command, environment(more), directory, ChildTermination.OF_PROCESS);
  }

  /**
   * Checks that there is such a program.
   *
   * @throws ProgramStartException if it cannot run
   */
  public void requireExecutable() {
    ExecutableSearch.of(this);
  }

  @Override
  public String label() {
    return String.join(" ", command);
  }

  @Override
  public Instance launch(Instances instances, Consumer<Instance> gone) {
    return instances.launch(this, gone);
  }

  @Override
  public void abandon() {
    termination.onGone();
  }

  private static Map<String, String> environment(Map<String, String> more) {
    var all = new HashMap<String, String>();
    Map<String, String> inherited = CallerEnvironment.variables();
    for (String name : KEPT) {
      String value = inherited.get(name);
      if (value != null) {
        all.put(name, value);
      }
    }
    all.putAll(more);
    return all;
  }
}
