package dev.kiln.server.isolation;

import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ProcessRunners;
import dev.kiln.runtime.remote.ProgramServers;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.server.config.Isolation;
import dev.kiln.server.jars.JarFolder.Jar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    Path folder = copies(group);
    var command = new ArrayList<>(setup.command());
    command.addAll(List.of("--functions", folder.toString(), "--log-calls", "none"));
    command.addAll(List.of("--timeout", setup.timeout().toMillis() + "ms"));
    command.addAll(ChildHost.flags(functions(group)));
    long heap = setup.isolation().heapBytes();
    LaunchSpec launch =
        LaunchSpec.exec(command, Map.of("JDK_JAVA_OPTIONS", "-Xmx" + heap), Optional.empty());
    PoolOptions usual = PoolOptions.OF_A_HOST;
    var options = new PoolOptions(1, 1, usual.idle(), heap + BESIDE_THE_HEAP, usual.maxAge(), 0);
    return new ChildHost(
        processes.server(
            name(group),
            new ProgramServers(launch, Protocol.HTTP, false),
            false,
            Optional.of(options)),
        folder);
  }

  private static String name(List<Jar> group) {
    return group.size() == 1 ? group.getFirst().file() : group.size() + " jars";
  }

  /** Copies the jars, so that a child that is started again has those that the host has read. */
  private static Path copies(List<Jar> group) {
    try {
      Path folder = Files.createTempDirectory("kiln-jars-");
      for (Jar jar : group) {
        jar.copyTo(folder);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("the jars for another process cannot be written", e);
    }
  }
}
