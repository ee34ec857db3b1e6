package dev.kiln.client;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.steps.Environment;
import dev.kiln.client.steps.FunctionRef;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Hosted;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.Runners;
import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Containers;
import dev.kiln.runtime.containers.Engine;
import dev.kiln.runtime.containers.ImageFacts;
import dev.kiln.runtime.containers.ImageRunner;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.programs.Children;
import dev.kiln.runtime.programs.ChildrenLimits;
import dev.kiln.runtime.programs.Launch;
import dev.kiln.runtime.programs.Launcher;
import dev.kiln.runtime.programs.PoolSettings;
import dev.kiln.runtime.programs.ProgramRunner;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemotePipelines;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Functions, wherever they run: programs, containers and servers, kept warm until this is closed.
 * Safe for many threads.
 *
 * <pre>{@code
 * var folder = PackageFolder.read(Path.of("my-package"), ReadOptions.defaults());
 * try (var functions = Functions.at(Place.here())) {
 *   Run run = functions.run(folder, List.of(Step.of(FunctionRef.Image.of("example.com/label:v1"))));
 *   run.results().forEach(System.out::println);
 *   folder.plan(run.placed()).write();
 * }
 * }</pre>
 */
public final class Functions implements AutoCloseable {
  private final Place place;
  private final Runners runners;
  private final Evaluator evaluator;
  private final Children children = new Children(ChildrenLimits.defaults());
  private final Map<String, String> names = new HashMap<>(); // guarded by itself
  private final Map<String, Integer> expected = new ConcurrentHashMap<>();
  private @Nullable Containers containers; // guarded by this
  private @Nullable RemotePipelines pipelines; // guarded by this

  private Functions(Place place) {
    this.place = place;
    this.runners = new Runners(place.box());
    this.evaluator = new Evaluator(runners, place.limits());
  }

  /** Starts nothing yet. */
  public static Functions at(Place place) {
    return new Functions(place);
  }

  /** Runs functions one after the other over a package; nothing is written. */
  public Run run(PackageFolder folder, List<Step> steps) {
    return run(folder, steps, RunOptions.defaults());
  }

  /** Runs functions one after the other over a package; nothing is written. */
  public Run run(PackageFolder folder, List<Step> steps, RunOptions options) {
    return Sequence.of(this, Item.read(folder.items()), steps, options);
  }

  /**
   * Runs functions one after the other over a list, whose items may have annotations that say where
   * they lie.
   */
  public Run run(ResourceList list, List<Step> steps, RunOptions options) {
    return Sequence.of(this, Item.given(list), steps, options);
  }

  /**
   * Makes ready what can be, while nobody waits for it yet: engines are asked, containers started.
   *
   * @throws IllegalArgumentException if a function can never run here
   */
  void prepare(List<Step> steps) {
    steps.forEach(step -> expected.merge(key(step.function()), 1, Integer::sum));
    for (Step step : steps) {
      String name = name(step.function());
      if (step.function() instanceof FunctionRef.Image) {
        Thread.startVirtualThread(() -> runners.find(name).ifPresent(Hosted::ready));
      }
    }
  }

  /** Runs one function on a list that has its configuration. */
  Outcome call(FunctionRef function, Invocation in) {
    return evaluator.evaluate(in.function(name(function)));
  }

  /** Whether these may go as one call to the host, which runs them one after the other. */
  boolean takesTogether(List<Step> steps) {
    return steps.size() > 1
        && place.host().isPresent()
        && RemoteAddress.parse(place.host().get()).protocol() == Protocol.GRPC
        && steps.stream().allMatch(step -> isOfHost(step.function()));
  }

  private boolean isOfHost(FunctionRef function) {
    return function.kind() == FunctionRef.Kind.NAMED
        || (function instanceof FunctionRef.Image image && isPlain(image));
  }

  /** Runs functions of the host on a list, in one call; empty if it cannot do that. */
  Optional<PipelineOutcome> call(ResourceList list, List<Step> steps) {
    var asked = new ArrayList<dev.kiln.runtime.Step>();
    for (Step step : steps) {
      boolean named = step.function().kind() == FunctionRef.Kind.NAMED;
      String label = step.function().label();
      asked.add(
          new dev.kiln.runtime.Step(
              label,
              named ? label : null,
              named ? null : label,
              step.config().written().map(config -> config.node().bytes()).orElse(NO_CONFIG),
              false,
              step.deferFailure()));
    }
    return pipelines().run(new Pipeline(Invocation.of(list), asked));
  }

  private static final byte[] NO_CONFIG = {};

  private synchronized RemotePipelines pipelines() {
    if (pipelines == null) {
      pipelines = new RemotePipelines(RemoteAddress.parse(place.host().orElseThrow()), calls());
    }
    return pipelines;
  }

  /** The name that this process has it under. */
  private String name(FunctionRef function) {
    synchronized (names) {
      String known = names.get(key(function));
      return known == null ? hold(function) : known;
    }
  }

  private String hold(FunctionRef function) {
    if (function.kind() == FunctionRef.Kind.NAMED && place.host().isEmpty()) {
      return function.label();
    }
    String name = function.label();
    for (int next = 2; runners.find(name).isPresent(); next++) {
      name = function.label() + " (" + next + ")"; // the same with other arguments, say
    }
    var all = new ArrayList<>(runners.all());
    all.add(Hosted.of(name, List.of(), (_, _) -> false, runner(function)));
    runners.replace(all);
    names.put(key(function), name);
    return name;
  }

  private Runner runner(FunctionRef function) {
    return switch (function.kind()) {
      case EXEC -> program((FunctionRef.Exec) function);
      case IMAGE -> image((FunctionRef.Image) function);
      case ENDPOINT -> remote(function, function.label(), calls());
      case NAMED ->
          remote(function, place.host().orElseThrow(), calls().withFunction(function.label()));
      case STARLARK ->
          throw new IllegalArgumentException(
              "starlark "
                  + function.label()
                  + ": there is no runtime for Starlark yet (fits: container, exec, endpoint)");
    };
  }

  private Runner program(FunctionRef.Exec exec) {
    return program(exec.label(), () -> Launch.exec(exec.command(), own(exec.envs()), NOWHERE));
  }

  private Runner image(FunctionRef.Image image) {
    return place.host().isPresent() && isPlain(image)
        ? remote(image, place.host().get(), calls().withImage(image.image()))
        : container(image);
  }

  /** What tells functions apart: to compare records is put together anew by every process. */
  private static String key(FunctionRef function) {
    var words = new ArrayList<>(List.of(function.kind().name(), function.label()));
    if (function instanceof FunctionRef.Exec exec) {
      words.addAll(exec.command());
      words.add("");
      words.addAll(exec.envs());
    } else if (function instanceof FunctionRef.Image image) {
      words.add(Boolean.toString(image.network()));
      for (Mount mount : image.mounts()) {
        words.addAll(
            List.of(mount.type(), mount.source(), mount.target(), mount.writable() ? "rw" : ""));
      }
      words.addAll(image.envs());
    }
    return String.join("\0", words);
  }

  private static final Optional<Path> NOWHERE = Optional.empty();

  // --- Programs ---------------------------------------------------------------------------------

  private ProgramRunner program(String name, Launcher launcher) {
    long most = place.limits().maxMessageBytes();
    PoolSettings settings = place.once() ? PoolSettings.ONCE : PoolSettings.DEFAULTS;
    return new ProgramRunner(name, launcher, settings, children, most);
  }

  /** A program of one's own sees one's variables; none that would have it listen. */
  private static Map<String, String> own(List<String> envs) {
    var all = new HashMap<>(System.getenv());
    all.keySet().removeIf(name -> name.startsWith("KRM_FUNCTION_"));
    all.putAll(Environment.of(envs, System.getenv()).values());
    return all;
  }

  // --- Containers -------------------------------------------------------------------------------

  /** Whether a host may run it: it does not see this machine, nor take a caller's word on more. */
  private boolean isPlain(FunctionRef.Image image) {
    return !image.network()
        && image.mounts().isEmpty()
        && image.envs().isEmpty()
        && !place.asCurrentUser();
  }

  private Runner container(FunctionRef.Image image) {
    Containers ready = containers();
    ContainerSpec spec =
        ContainerSpec.of(image.image())
            .withNetwork(image.network() ? "host" : "none")
            .withMounts(image.mounts())
            .withEnvironment(Environment.of(image.envs(), System.getenv()).values())
            .withUser(place.asCurrentUser() ? currentUser() : ContainerSpec.NOBODY);
    return new ImageRunner(() -> ready.inspect(spec), facts -> started(image, spec, facts, ready));
  }

  private Runner started(
      FunctionRef.Image image, ContainerSpec spec, ImageFacts facts, Containers ready) {
    if (!facts.isServer()) {
      ProgramRunner runner = program(image.label(), ready.v1(spec));
      runner.expect(expected.getOrDefault(key(image), 0));
      return runner;
    }
    var settings = ServerSettings.of(calls().withIdempotent(facts.isIdempotent()));
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

  private RemoteSettings calls() {
    return RemoteSettings.of(place.limits().maxMessageBytes());
  }

  private static Runner remote(FunctionRef function, String address, RemoteSettings settings) {
    return new RemoteRunner(function.label(), List.of(RemoteAddress.parse(address)), settings);
  }

  /** Ends what was kept warm. No run may be going on any more. */
  @Override
  public void close() {
    evaluator.close();
    children.close();
    synchronized (this) {
      if (pipelines != null) {
        pipelines.close();
      }
      if (containers != null) {
        containers.close();
      }
    }
  }
}
