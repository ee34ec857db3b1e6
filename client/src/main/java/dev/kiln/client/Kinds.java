package dev.kiln.client;

import dev.kiln.client.steps.FunctionRef;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Containers;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageRunner;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.programs.CallerEnvironment;
import dev.kiln.runtime.programs.ChildProcessLimits;
import dev.kiln.runtime.programs.ChildProcesses;
import dev.kiln.runtime.programs.LaunchSpec;
import dev.kiln.runtime.programs.Launcher;
import dev.kiln.runtime.programs.PoolSettings;
import dev.kiln.runtime.programs.ProgramRunner;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes what runs a function, of whatever kind it is, and keeps what they have in common. */
final class Kinds implements AutoCloseable {
  private final ExecutionOptions place;
  private final ChildProcesses children = new ChildProcesses(ChildProcessLimits.defaults());
  private @Nullable Containers containers; // guarded by this

  Kinds(ExecutionOptions place) {
    this.place = place;
  }

  /**
   * What runs a function.
   *
   * @param calls how many of it are known to come, if it is a program in a container
   * @throws IllegalArgumentException if it can never run here
   */
  Runner runner(FunctionRef function, int calls) {
    return switch (function.kind()) {
      case EXEC -> program((FunctionRef.Exec) function);
      case IMAGE -> image((FunctionRef.Image) function, calls);
      case ENDPOINT -> remote(function, function.label(), settings());
      case NAMED ->
          remote(function, place.host().orElseThrow(), settings().withFunction(function.label()));
      case STARLARK ->
          throw new IllegalArgumentException(
              "starlark "
                  + function.label()
                  + ": there is no runtime for Starlark yet (expected: container, exec, endpoint)");
    };
  }

  private Runner program(FunctionRef.Exec exec) {
    return program(
        exec.label(), () -> LaunchSpec.exec(exec.command(), own(exec.envs()), Optional.empty()));
  }

  private Runner image(FunctionRef.Image image, int calls) {
    return isOfHost(image)
        ? remote(image, place.host().orElseThrow(), settings().withImage(image.image()))
        : container(image, calls);
  }

  /** Whether a host has it: it does not see this machine, nor take a caller's word on more. */
  boolean isOfHost(FunctionRef function) {
    return place.host().isPresent()
        && (function.kind() == FunctionRef.Kind.NAMED
            || (function instanceof FunctionRef.Image image && isPlain(image)));
  }

  private boolean isPlain(FunctionRef.Image image) {
    return !image.network()
        && image.mounts().isEmpty()
        && image.envs().isEmpty()
        && !place.asCurrentUser();
  }

  // --- Programs ---------------------------------------------------------------------------------

  private ProgramRunner program(String name, Launcher launcher) {
    long most = place.limits().maxMessageBytes();
    PoolSettings settings = place.singleRun() ? PoolSettings.ONCE : PoolSettings.DEFAULTS;
    return new ProgramRunner(name, launcher, settings, children, most);
  }

  /** A program of one's own sees one's variables; none that would have it listen. */
  private static Map<String, String> own(List<String> envs) {
    Map<String, String> inherited = CallerEnvironment.variables();
    var all = new HashMap<>(inherited);
    all.keySet().removeIf(name -> name.startsWith("KRM_FUNCTION_"));
    all.putAll(Environment.of(envs, inherited).values());
    return all;
  }

  // --- Containers -------------------------------------------------------------------------------

  private Runner container(FunctionRef.Image image, int calls) {
    Containers ready = containers();
    ContainerSpec spec =
        ContainerSpec.of(image.image())
            .withNetwork(image.network() ? "host" : "none")
            .withMounts(image.mounts())
            .withEnvironment(Environment.of(image.envs(), CallerEnvironment.variables()).values())
            .withUser(place.asCurrentUser() ? currentUser() : ContainerSpec.NOBODY);
    return new ImageRunner(
        () -> ready.inspect(spec), facts -> started(image, spec, facts, ready, calls));
  }

  private Runner started(
      FunctionRef.Image image, ContainerSpec spec, ImageFacts facts, Containers ready, int calls) {
    if (!facts.isServer()) {
      ProgramRunner runner = program(image.label(), ready.v1(spec));
      runner.expect(calls);
      return runner;
    }
    var settings = ServerSettings.of(settings().withIdempotent(facts.isIdempotent()));
    return new ServerRunner(image.label(), ready.v2(spec, Protocol.HTTP), settings, children);
  }

  private static String currentUser() {
    try {
      var own = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
      return own.get("uid") + ":" + own.get("gid");
    } catch (IOException | UnsupportedOperationException e) {
      throw new UncheckedIOException("who runs this is not known here", new IOException(e));
    }
  }

  private synchronized Containers containers() {
    if (containers == null) {
      Map<String, String> own = System.getenv();
      containers =
          new Containers(
              place.engine().isEmpty() ? Engine.find(own) : Engine.of(place.engine(), own));
    }
    return containers;
  }

  // --- Servers ----------------------------------------------------------------------------------

  /** How servers are called. */
  RemoteSettings settings() {
    return RemoteSettings.of(place.limits().maxMessageBytes());
  }

  private static Runner remote(FunctionRef function, String address, RemoteSettings settings) {
    return new RemoteRunner(function.label(), List.of(RemoteAddress.parse(address)), settings);
  }

  @Override
  public synchronized void close() {
    children.close();
    if (containers != null) {
      containers.close();
    }
  }
}
