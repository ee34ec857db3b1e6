package dev.kiln.server.warm;

import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Containers;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageRunner;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.ShellWords;
import dev.kiln.runtime.programs.ChildProcesses;
import dev.kiln.runtime.programs.LaunchSpec;
import dev.kiln.runtime.programs.Launcher;
import dev.kiln.runtime.programs.PoolSettings;
import dev.kiln.runtime.programs.ProgramRunner;
import dev.kiln.runtime.remote.ProgramServers;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.RemoteTls;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.server.warm.HostConfig.Container;
import dev.kiln.server.warm.HostConfig.Exec;
import dev.kiln.server.warm.HostConfig.Function;
import dev.kiln.server.warm.HostConfig.Listens;
import dev.kiln.server.warm.HostConfig.Pool;
import dev.kiln.server.warm.HostConfig.Remote;
import dev.kiln.server.warm.HostConfig.Serves;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes what runs a function, of whatever kind it is, and keeps what they have in common. */
final class Kinds implements AutoCloseable {
  private final Optional<String> engine;
  private final long maxMessageBytes;
  private final boolean serving;
  private final ChildProcesses children;
  private final BufferedCounters watched = new BufferedCounters();
  private @Nullable Containers containers; // guarded by this

  /**
   * Starts nothing yet.
   *
   * @param serving whether there will be more than one call, so that starting ahead pays
   */
  Kinds(Optional<String> engine, FunctionSources declared, Limits limits, boolean serving) {
    this.engine = engine;
    this.maxMessageBytes = limits.maxMessageBytes();
    this.serving = serving;
    this.children = new ChildProcesses(declared.children());
  }

  /**
   * A function that is declared.
   *
   * @param problems gets a line where an image is not to be had yet
   * @throws IllegalArgumentException if it can never run
   * @throws EngineException if there is nothing to start its container
   */
  RegisteredFunction hosted(Function function, List<String> problems) {
    String name = function.name();
    if (function.image().isPresent()) {
      return image(function, problems);
    }
    Runner runner =
        function
            .exec()
            .map(exec -> program(function, exec))
            .orElseGet(() -> remote(function, function.remote().orElseThrow()));
    return RegisteredFunction.of(name, List.of(), (_, _) -> false, runner);
  }

  /** An image that somebody asked for. */
  RegisteredFunction asked(String image) {
    Pool none = new Pool(0, 8, "5m", "64Mi", Optional.empty(), Optional.empty());
    ImageRunner runner = runner(Function.image("", image), spec(image, Container.LEAST), none);
    return RegisteredFunction.image(image, image, null, runner);
  }

  BufferedCounters watched() {
    return watched;
  }

  // --- Programs ---------------------------------------------------------------------------------

  private Runner program(Function function, Exec exec) {
    return switch (function.serves().orElse(Serves.STDIN)) {
      case STDIN -> program(function, () -> launch(exec), pool(function));
      case HTTP -> server(function, exec, Protocol.HTTP);
      case GRPC -> server(function, exec, Protocol.GRPC);
    };
  }

  private Runner program(Function function, Launcher launcher, Pool pool) {
    var runner =
        new ProgramRunner(function.name(), launcher, settings(pool), children, maxMessageBytes);
    watched.pool(function.name(), runner.counts());
    return runner;
  }

  private static LaunchSpec launch(Exec exec) {
    return LaunchSpec.exec(exec.command(), exec.env(), exec.directory().map(Path::of));
  }

  private Runner server(Function function, Exec exec, Protocol protocol) {
    var launcher = new ProgramServers(launch(exec), protocol, onPort(function));
    return server(function, launcher, function.idempotent(), pool(function));
  }

  private Runner server(Function function, ServerLauncher launcher, boolean idempotent, Pool pool) {
    var calls = RemoteSettings.of(maxMessageBytes).withIdempotent(idempotent);
    var settings =
        ServerSettings.of(calls)
            .withMemory(pool.memoryBytes())
            .withRecycling(pool.longestAge().orElse(Duration.ZERO), pool.maxCalls().orElse(0L));
    var runner = new ServerRunner(function.name(), launcher, settings, children);
    watched.remote(function.name(), runner.counts());
    return runner;
  }

  private static boolean onPort(Function function) {
    return function.listens().filter(Listens.PORT::equals).isPresent();
  }

  private PoolSettings settings(Pool pool) {
    int min = serving ? pool.min() : 0;
    return new PoolSettings(min, pool.max(), pool.idleTime(), pool.memoryBytes());
  }

  private static Pool pool(Function function) {
    return function.pool().orElse(Pool.USUAL);
  }

  // --- Images -----------------------------------------------------------------------------------

  private RegisteredFunction image(Function function, List<String> problems) {
    String image = function.image().orElseThrow();
    ContainerSpec spec = spec(image, function.container().orElse(Container.LEAST));
    ImageRunner runner = runner(function, spec, pool(function));
    return RegisteredFunction.image(function.name(), image, definition(runner, problems), runner);
  }

  private ImageRunner runner(Function function, ContainerSpec spec, Pool pool) {
    Containers ready = containers();
    return new ImageRunner(() -> ready.inspect(spec), facts -> of(function, spec, pool, facts));
  }

  private Runner of(Function function, ContainerSpec spec, Pool pool, ImageFacts facts) {
    Serves usual = facts.isServer() ? Serves.HTTP : Serves.STDIN;
    boolean idempotent = function.idempotent() || facts.isIdempotent();
    return switch (function.serves().orElse(usual)) {
      case STDIN -> program(function, containers().v1(spec), pool);
      case HTTP -> server(function, started(function, spec, Protocol.HTTP), idempotent, pool);
      case GRPC -> server(function, started(function, spec, Protocol.GRPC), idempotent, pool);
    };
  }

  private ServerLauncher started(Function function, ContainerSpec spec, Protocol protocol) {
    return onPort(function)
        ? containers().v2OnPort(spec, protocol)
        : containers().v2(spec, protocol);
  }

  /** What the image publishes about its one function; one that is not to be had yet: nothing. */
  private static @Nullable FunctionDefinition definition(
      ImageRunner runner, List<String> problems) {
    try {
      ImageFacts facts = runner.facts();
      problems.addAll(facts.warnings());
      return facts.definitions().size() == 1 ? facts.definitions().getFirst() : null;
    } catch (EngineException e) {
      problems.add(e.getMessage());
      return null;
    }
  }

  private static ContainerSpec spec(String image, Container container) {
    List<Mount> mounts =
        container.mounts().stream()
            .map(each -> new Mount("bind", each.source(), each.target(), each.writable()))
            .toList();
    return ContainerSpec.of(image)
        .withNetwork(container.network())
        .withEnvironment(container.env())
        .withMounts(mounts)
        .withMemory(container.memoryBytes().orElse(0))
        .withReadOnly(container.readOnly())
        .withPull(PullPolicy.valueOf(container.pull().name()));
  }

  private synchronized Containers containers() {
    if (containers == null) {
      containers =
          new Containers(
              engine
                  .flatMap(ShellWords::of)
                  .map(words -> Engine.of(words, System.getenv()))
                  .orElseGet(() -> Engine.find(System.getenv())));
    }
    return containers;
  }

  // --- Servers elsewhere ------------------------------------------------------------------------

  private Runner remote(Function function, Remote remote) {
    List<RemoteAddress> addresses = remote.addresses().stream().map(RemoteAddress::parse).toList();
    var tls = new RemoteTls(path(remote.caFile()), path(remote.certFile()), path(remote.keyFile()));
    var settings =
        new RemoteSettings(
            tls,
            remote.function().orElse(null),
            remote.image().orElse(null),
            function.idempotent(),
            maxMessageBytes);
    var runner = new RemoteRunner(function.name(), addresses, settings);
    watched.remote(function.name(), runner.counts());
    return runner;
  }

  private static @Nullable Path path(Optional<String> file) {
    return file.map(Path::of).orElse(null);
  }

  @Override
  public synchronized void close() {
    children.close();
    if (containers != null) {
      containers.close();
    }
  }
}
