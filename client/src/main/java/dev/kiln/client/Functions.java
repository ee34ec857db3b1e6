package dev.kiln.client;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineStep;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.FactoryContext.Usage;
import dev.kiln.runtime.kind.FunctionCounters;
import dev.kiln.runtime.kind.FunctionFactories;
import dev.kiln.runtime.kind.FunctionKind;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.HostReference;
import dev.kiln.runtime.kind.Pooling;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemotePipelines;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs functions of every kind: programs, containers and servers. They stay warm until this is
 * closed. Safe for use by many threads.
 *
 * <pre>{@code
 * var folder = PackageFolder.read(Path.of("my-package"), ReadOptions.defaults());
 * try (var functions = Functions.open(ExecutionOptions.local())) {
 *   Run run = functions.run(folder, List.of(Step.of(ImageFunction.of("example.com/label:v1"))));
 *   run.results().forEach(System.out::println);
 *   folder.plan(run.placed()).write();
 * }
 * }</pre>
 */
public final class Functions implements AutoCloseable {
  private final ExecutionOptions options;
  private final FunctionRegistry registry;
  private final Evaluator evaluator;
  private final FunctionFactories factories;
  private final Map<Object, String> names = new HashMap<>(); // guarded by itself
  private final Map<Object, Integer> expected = new ConcurrentHashMap<>();
  private final Queue<Thread> preparing = new ConcurrentLinkedQueue<>();
  private @Nullable RemotePipelines pipelines; // guarded by this

  private Functions(ExecutionOptions options) {
    this.options = options;
    this.factories = new FunctionFactories(options.kinds(), context(options));
    this.registry = new FunctionRegistry(options.functions());
    this.evaluator = new Evaluator(registry, options.limits());
  }

  /**
   * Opens the functions without starting any. The connection to a host is made in the background,
   * because it takes a moment.
   */
  public static Functions open(ExecutionOptions options) {
    var functions = new Functions(options);
    options.host().map(RemoteAddress::parse).ifPresent(functions::connectAhead);
    return functions;
  }

  private static FactoryContext context(ExecutionOptions options) {
    return new FactoryContext(
        options.singleRun() ? Usage.ORCHESTRATOR_ONE_RUN : Usage.ORCHESTRATOR,
        new Instances(InstanceLimits.defaults()),
        options.engine(),
        options.limits().maxMessageBytes(),
        FunctionCounters.NONE,
        options.asCurrentUser());
  }

  private void connectAhead(RemoteAddress host) {
    preparing.add(Thread.startVirtualThread(() -> RemoteRunner.connectAhead(host, hostSettings())));
  }

  private RemoteAddress hostAddress() {
    return RemoteAddress.parse(options.host().orElseThrow());
  }

  private RemoteSettings hostSettings() {
    return RemoteSettings.of(options.limits().maxMessageBytes()).withToken(options.hostToken());
  }

  /** Runs functions one after the other over a package. It writes no files. */
  public Run run(PackageFolder folder, List<Step> steps) {
    return run(folder, steps, RunOptions.defaults());
  }

  /** Runs functions one after the other over a package. It writes no files. */
  public Run run(PackageFolder folder, List<Step> steps, RunOptions options) {
    return StepScheduler.of(this, TrackedItem.read(folder.items()), steps, options);
  }

  /**
   * Runs functions one after the other over a list. The items may have annotations that name their
   * files.
   */
  public Run run(ResourceList list, List<Step> steps, RunOptions options) {
    return StepScheduler.of(this, TrackedItem.given(list), steps, options);
  }

  /**
   * Prepares the functions before anybody waits for them: it looks for engines and starts
   * containers.
   *
   * @throws IllegalArgumentException if a function can never run here
   */
  void prepare(List<Step> steps) {
    preparing.removeIf(thread -> !thread.isAlive());
    steps.forEach(step -> expected.merge(key(step.function()), 1, Integer::sum));
    for (Step step : steps) {
      String name = name(step.function());
      if (takesLongToStart(step.function())) {
        preparing.add(
            Thread.startVirtualThread(
                () -> registry.find(name).ifPresent(RegisteredFunction::prepare)));
      }
    }
  }

  private boolean takesLongToStart(FunctionSpec function) {
    return factories.kinds().of(function).pooling() == Pooling.AHEAD;
  }

  /** Runs one function on a list that contains its configuration. */
  Outcome call(FunctionSpec function, Invocation in) {
    Outcome outcome = evaluator.evaluate(in.function(name(function)));
    return AddressHint.added(outcome, function, options, isOnHost(function));
  }

  /**
   * Whether the host runs the function. A caller cannot tell the host which user a container must
   * run as.
   */
  private boolean isOnHost(FunctionSpec function) {
    HostReference reference = function.hostReference().orElse(null);
    return options.host().isPresent()
        && reference != null
        && (reference.function() != null || !options.asCurrentUser());
  }

  /**
   * Whether the step can join its neighbours in one call to a host that takes several functions at
   * once.
   */
  boolean takesTogether(Step step) {
    return isOnHost(step.function()) && hostAddress().protocol() == Protocol.GRPC;
  }

  /** Runs functions of the host on a list, in one call with one deadline. */
  PipelineOutcome call(ResourceList list, List<Step> steps) {
    var requested = new ArrayList<PipelineStep>();
    steps.forEach(step -> requested.add(pipelineStep(step)));
    return evaluator.evaluate(new Pipeline(Invocation.of(list), requested), pipelines());
  }

  private static PipelineStep pipelineStep(Step step) {
    HostReference reference = step.function().hostReference().orElseThrow();
    return new PipelineStep(
        step.function().label(),
        reference.function(),
        reference.image(),
        step.config().writtenResource().map(config -> config.node().bytes()).orElse(NO_CONFIG),
        false,
        step.deferFailure());
  }

  private static final byte[] NO_CONFIG = {};

  private synchronized RemotePipelines pipelines() {
    if (pipelines == null) {
      pipelines = new RemotePipelines(hostAddress(), hostSettings());
    }
    return pipelines;
  }

  /** Returns the name under which this process registered the function. */
  private String name(FunctionSpec function) {
    synchronized (names) {
      String known = names.get(key(function));
      return known == null ? register(function) : known;
    }
  }

  private String register(FunctionSpec function) {
    if (isRegistered(function)) {
      return function.label();
    }
    String name = function.label();
    for (int next = 2; registry.find(name).isPresent(); next++) {
      name = function.label() + " (" + next + ")"; // e.g. with other arguments
    }
    var all = new ArrayList<>(registry.all());
    all.add(RegisteredFunction.of(name, List.of(), (_, _) -> false, runner(function)));
    registry.replace(all);
    names.put(key(function), name);
    return name;
  }

  /**
   * Whether the name alone identifies the function, because the caller gave the function itself.
   */
  private boolean isRegistered(FunctionSpec function) {
    HostReference reference = function.hostReference().orElse(null);
    return options.host().isEmpty() && reference != null && reference.function() != null;
  }

  private Runner runner(FunctionSpec function) {
    if (isOnHost(function)) {
      HostReference reference = function.hostReference().orElseThrow();
      RemoteSettings settings = hostSettings();
      return new RemoteRunner(
          function.label(),
          List.of(hostAddress()),
          reference.function() == null
              ? settings.withImage(function.label())
              : settings.withFunction(function.label()));
    }
    Runner runner = factories.runner(function);
    int calls = expected.getOrDefault(key(function), 0);
    if (calls > 0 && takesLongToStart(function)) {
      runner.expect(calls);
    }
    return runner;
  }

  /**
   * Returns a key that includes the kind: functions of different kinds are never the same, even if
   * their identities are equal texts.
   */
  private Object key(FunctionSpec function) {
    FunctionKind<?> kind = factories.kinds().of(function);
    Object identity = function.identity();
    return identity instanceof String text ? kind.name() + "\0" + text : identity;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops all functions that were kept warm. No run may be active any more. */
  @Override
  public void close() {
    preparing.forEach(Thread::interrupt); // one may be about to start a function
    preparing.forEach(Functions::join);
    evaluator.close();
    synchronized (this) {
      if (pipelines != null) {
        pipelines.close();
      }
    }
    factories.close();
  }
}
