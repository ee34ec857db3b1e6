package dev.kiln.runtime.containers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Builds the command that starts one container, as kustomize and kpt do, and the one that ends it.
 */
final class RunCommand {
  /** kustomize sets both; with them, functions write messages to stderr, and results in full. */
  private static final Map<String, String> VARIABLES =
      Map.of("LOG_TO_STDERR", "true", "STRUCTURED_RESULTS", "true");

  /**
   * The script that ends a container. Its arguments are the owner's process id, the owner's folder,
   * the monitor's file and the engine's command. A monitor that is left after that command belongs
   * to a container that the engine was about to create and does not know, because its client was
   * killed.
   *
   * <p>The monitor may not have written its id yet, or could not, because the folder is deleted
   * with the owner. The script then finds it by the name of the file in its command line. There may
   * be two monitors: the first is about to write the id of the second, its child. The script gives
   * both time to end by themselves. It then stops a monitor before it kills it, so that the monitor
   * starts nothing more.
   */
  private static final String KILL =
      """
      folder=$1; monitor=$2; shift 2; "$@" || "$@" || { sleep 1; "$@"; }; \
      pid=; { read -r pid <"$monitor"; } 2>/dev/null; \
      for i in 1 2 3 4 5 6 7 8 9; do found=; \
      for comm in $(grep -ls conmon /proc/${pid:-[0-9]*}/comm); do \
      its=${comm%/comm}; grep -aqsF -e "$monitor" "$its/cmdline" || continue; \
      found=${its#/proc/}; [ $i != 9 ] || kill -s STOP $found; \
      for child in $(cat "$its"/task/*/children); do \
      grep -qs conmon /proc/$child/comm || kill -s KILL $child; done; \
      [ $i != 9 ] || kill -s KILL $found; done 2>/dev/null; \
      [ "$found" ] || break; sleep 0.2; done; \
      kill -0 "$0" || rm -rf "$folder\"""";

  private final List<String> words = new ArrayList<>();
  private final Engine engine;
  private final ContainerSpec spec;

  private RunCommand(Engine engine, ContainerSpec spec) {
    this.engine = engine;
    this.spec = spec;
  }

  /** The command for a program of spec v1. */
  static List<String> program(Engine engine, ContainerSpec spec, ContainerName name) {
    var command = new RunCommand(engine, spec);
    command.begin(name).add("--interactive");
    command.network();
    return command.end(Map.of());
  }

  /** The command for a v2 server that listens on a socket in a folder of this host. */
  static List<String> server(
      Engine engine, ContainerSpec spec, ContainerName name, SocketFolder folder, String variable) {
    var command = new RunCommand(engine, spec);
    command.begin(name).addAll(folder.options());
    command.network();
    return command.end(Map.of(variable, folder.listenAddress()));
  }

  /** The command for a v2 server that listens on a port, published only on this machine. */
  static List<String> server(
      Engine engine, ContainerSpec spec, ContainerName name, int port, String variable) {
    var command = new RunCommand(engine, spec);
    command.begin(name).addAll(List.of("--publish", "127.0.0.1::" + port));
    if (!spec.isOffline() && !spec.network().equals("host")) { // none and host publish no ports
      command.network();
    }
    return command.end(Map.of(variable, "0.0.0.0:" + port));
  }

  /**
   * Kills the container and removes what is left of it. The engine may see the container running,
   * find it ended when it kills it, and fail; a second try then succeeds. If the owner has died,
   * the command also deletes the owner's folder.
   */
  static List<String> kill(Engine engine, ContainerName name) {
    String folder = String.valueOf(name.monitorFile().getParent());
    String owner = Long.toString(name.owner().pid());
    return Stream.of(
            List.of("/bin/sh", "-c", KILL, owner, folder, name.monitorFile().toString()),
            engine.command(removal(engine, name.text())))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The engine's command that removes a container; it does not fail if the container does not
   * exist.
   */
  static List<String> removal(Engine engine, String name) {
    var words = new ArrayList<>(List.of("rm", "--force", "--volumes"));
    if (engine.kind() == EngineKind.PODMAN) {
      words.addAll(List.of("--ignore", "--time", "0"));
    }
    words.add(name);
    return words;
  }

  private List<String> begin(ContainerName name) {
    words.addAll(List.of("run", "--rm"));
    // the image is pulled earlier, if at all: a pull is not part of a run, and its progress must
    // not appear in the stderr of the run
    words.add("--pull=never");
    words.addAll(
        List.of("--name", name.text(), "--label", OwnerLabel.LABEL + "=" + name.owner().text()));
    words.addAll(List.of("--user", spec.user(), "--security-opt=no-new-privileges"));
    logging(name.monitorFile());
    return words;
  }

  /**
   * Turns off the engine's logs. The output belongs to the caller, and the engine would keep a copy
   * of all of it on disk.
   */
  private void logging(Path monitorFile) {
    if (engine.hasExitFiles()) {
      words.add("--log-driver=passthrough");
      words.addAll(List.of("--conmon-pidfile", monitorFile.toString()));
    } else if (engine.kind() != EngineKind.NERDCTL) {
      words.add("--log-driver=none");
    }
  }

  private void network() {
    words.addAll(List.of("--network", spec.network()));
  }

  private List<String> end(Map<String, String> more) {
    if (spec.readOnly()) {
      words.addAll(List.of("--read-only", "--tmpfs", "/tmp:rw,nosuid,nodev,mode=1777"));
    }
    spec.mounts().forEach(mount -> words.addAll(List.of("--mount", mount.option())));
    var variables = new TreeMap<>(VARIABLES);
    variables.putAll(spec.environment());
    variables.putAll(more);
    variables.forEach((key, value) -> words.addAll(List.of("--env", key + "=" + value)));
    if (spec.memoryBytes() > 0) {
      words.addAll(List.of("--memory", spec.memoryBytes() + "b"));
    }
    if (spec.cpus() > 0) {
      words.addAll(List.of("--cpus", String.format(Locale.ROOT, "%.3f", spec.cpus())));
    }
    words.add(spec.image());
    return engine.command(words);
  }
}
