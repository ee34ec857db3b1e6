package dev.kiln.server.isolation;

import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ProcessRunners;
import dev.kiln.runtime.remote.ProgramServers;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.server.config.Isolation;
import dev.kiln.server.jars.JarFolder.Jar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The processes that run the functions of jars. Whatever a function does to its process, such as
 * ending it or filling its heap, happens to the functions that share it and to no others.
 */
public final class ChildHosts {
  /** What a JVM needs beside its heap. */
  private static final long BESIDE_THE_HEAP = 96L << 20;

  private final Setup setup;
  private final ProcessRunners processes;
  private final Map<List<Jar>, ChildHost> children = new HashMap<>(); // guarded by this
  private Map<FunctionClass, List<Jar>> groups = Map.of(); // guarded by this
  private volatile Consumer<String> onLine = _ -> {};
  private Set<FunctionClass> moved = Set.of(); // guarded by this

  /**
   * How to start the children.
   *
   * @param command the words that start this program as a host
   * @param timeout the longest call
   */
  public record Setup(Isolation isolation, List<String> command, Duration timeout) {
    public Setup {
      command = List.copyOf(command);
    }
  }

  /** Starts nothing yet. */
  public ChildHosts(Setup setup, ProcessRunners processes) {
    this.setup = setup;
    this.processes = processes;
  }

  /** Passes on what the children write, a line each, from now on. */
  public void setOutput(Consumer<String> reader) {
    onLine = reader;
  }

  /** Takes over the jars that there are by now. Children of jars that did not change stay. */
  public synchronized void use(List<Jar> jars) {
    var before = Set.copyOf(groups.values());
    var now = new HashMap<FunctionClass, List<Jar>>();
    for (List<Jar> group : grouped(jars)) {
      functions(group).forEach(function -> now.put(function, group));
    }
    groups = now;
    moved =
        now.keySet().stream()
            .filter(function -> !before.contains(now.get(function)))
            .collect(Collectors.toSet());
    children.keySet().retainAll(now.values());
  }

  private List<List<Jar>> grouped(List<Jar> jars) {
    return switch (setup.isolation().unit()) {
      case NONE -> List.of();
      case JAR -> jars.stream().map(List::of).toList();
      case FOLDER -> jars.isEmpty() ? List.of() : List.of(jars);
    };
  }

  private static List<FunctionClass> functions(List<Jar> group) {
    return group.stream().flatMap(jar -> jar.functions().stream()).toList();
  }

  /** Whether the function got another child than it had. */
  public synchronized boolean isMoved(FunctionClass function) {
    return moved.contains(function);
  }

  /** The runner of a function of the jars; empty if it is a function of the host. */
  public synchronized Optional<Runner> findRunner(FunctionClass function) {
    List<Jar> group = groups.get(function);
    return group == null
        ? Optional.empty()
        : Optional.of(children.computeIfAbsent(group, this::child).runner(function));
  }

  private ChildHost child(List<Jar> group) {
    PoolOptions usual = PoolOptions.OF_A_HOST;
    long memory = setup.isolation().heapBytes() + BESIDE_THE_HEAP;
    var options = new PoolOptions(1, 1, usual.idle(), memory, usual.maxAge(), 0);
    String name = group.size() == 1 ? group.getFirst().file() : group.size() + " jars";
    return new ChildHost(
        name, processes.server(name, () -> server(name, group), false, Optional.of(options)));
  }

  /** Another child, which starts with the jars that this host has read. */
  private ServerLauncher.Server server(String name, List<Jar> group) {
    var copies = new JarCopies(group);
    var launch =
        new LaunchSpec(
            command(copies.folder()),
            LaunchSpec.exec(setup.command(), heap(), Optional.empty()).environment(),
            Optional.empty(),
            copies);
    return new ProgramServers(launch, Protocol.HTTP, false)
        .next()
        .whenReady(copies::delete)
        .onLine(line -> passOn(name, line));
  }

  /** A script may wait for the line that says where this host listens, and find the child's. */
  private void passOn(String name, String line) {
    if (!line.contains(": listening on ")) {
      onLine.accept(name + ": " + line);
    }
  }

  private List<String> command(Path folder) {
    var command = new ArrayList<>(setup.command());
    command.addAll(List.of("--functions", folder.toString(), "--log-calls", "none"));
    command.addAll(List.of("--timeout", setup.timeout().toMillis() + "ms"));
    return command;
  }

  private Map<String, String> heap() {
    return Map.of("JDK_JAVA_OPTIONS", "-Xmx" + setup.isolation().heapBytes());
  }
}
