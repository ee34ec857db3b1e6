package dev.kiln.runtime.containers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The words that start one container, as kustomize and kpt do it, and those that end it. */
final class RunCommand {
  /** kustomize sets both: functions then write messages to stderr, and results in full. */
  private static final Map<String, String> VARIABLES =
      Map.of("LOG_TO_STDERR", "true", "STRUCTURED_RESULTS", "true");

  /**
   * With the owner's process id, its folder and the monitor's file before the engine's words. What
   * the monitor still has behind them is a container that the engine was about to make, and knows
   * nothing of: its client was killed.
   *
   * <p>A monitor may not have noted its id, or not have had where to, for the folder goes with the
   * owner: it is then the one that was told of the file. There may be two, where the first is about
   * to note the id of the second, its child. Neither is killed before it had time to end by itself,
   * and then it is stopped first, so that it starts nothing any more.
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

  /** A program of spec v1. */
  static List<String> program(Engine engine, ContainerSpec spec, ContainerName name) {
    var command = new RunCommand(engine, spec);
    command.begin(name).add("--interactive");
    command.network();
    return command.end(Map.of());
  }

  /** A v2 server that listens in a folder of this host. */
  static List<String> server(
      Engine engine, ContainerSpec spec, ContainerName name, SocketFolder folder, String variable) {
    var command = new RunCommand(engine, spec);
    command.begin(name).addAll(folder.options());
    command.network();
    return command.end(Map.of(variable, folder.listening()));
  }

  /** A v2 server that listens on a port, published on this machine alone. */
  static List<String> server(
      Engine engine, ContainerSpec spec, ContainerName name, int port, String variable) {
    var command = new RunCommand(engine, spec);
    command.begin(name).addAll(List.of("--publish", "127.0.0.1::" + port));
    if (!spec.isOffline() && !spec.network().equals("host")) { // nothing is published there
      command.network();
    }
    return command.end(Map.of(variable, "0.0.0.0:" + port));
  }

  /**
   * Ends it at once and removes what is left of it. An engine may find it running and then, about
   * to kill it, ended; it gives up there, and succeeds when it is asked again. If it is the end of
   * a container whose owner died, the owner's folder goes too.
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

  /** What an engine is asked for that; no error if there is no such container. */
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
    // pulled before, if at all: a pull is no part of a run, and its progress none of its stderr
    words.add("--pull=never");
    words.addAll(
        List.of("--name", name.text(), "--label", OwnerLabel.LABEL + "=" + name.owner().text()));
    words.addAll(List.of("--user", spec.user(), "--security-opt=no-new-privileges"));
    logging(name.monitorFile());
    return words;
  }

  /** What a function writes is its caller's; an engine would keep a copy of all of it on disk. */
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
