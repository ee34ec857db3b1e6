package dev.kiln.client;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.steps.FunctionRef;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemotePipelines;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.sdk.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final FunctionRegistry runners;
  private final Evaluator evaluator;
  private final Kinds kinds;
  private final Map<String, String> names = new HashMap<>(); // guarded by itself
  private final Map<String, Integer> expected = new ConcurrentHashMap<>();
  private final Queue<Thread> preparing = new ConcurrentLinkedQueue<>();
  private @Nullable RemotePipelines pipelines; // guarded by this

  private Functions(ExecutionOptions options) {
    this.options = options;
    this.kinds = new Kinds(options);
    this.runners = new FunctionRegistry(options.functions());
    this.evaluator = new Evaluator(runners, options.limits());
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

  private void connectAhead(RemoteAddress host) {
    preparing.add(
        Thread.startVirtualThread(() -> RemoteRunner.connectAhead(host, kinds.settings())));
  }

  /** Runs functions one after the other over a package; nothing is written. */
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
      if (step.function() instanceof FunctionRef.Image) {
        preparing.add(
            Thread.startVirtualThread(
                () -> runners.find(name).ifPresent(RegisteredFunction::ready)));
      }
    }
  }

  /** Runs one function on a list that has its configuration. */
  Outcome call(FunctionRef function, Invocation in) {
    Outcome outcome = evaluator.evaluate(in.function(name(function)));
    return AddressHint.added(outcome, function, options, kinds.isOfHost(function));
  }

  /** Whether it may go with its neighbours as one call to a host that takes several at once. */
  boolean takesTogether(Step step) {
    return kinds.isOfHost(step.function())
        && RemoteAddress.parse(options.host().orElseThrow()).protocol() == Protocol.GRPC;
  }

  /** Runs functions of the host on a list, in one call; empty if it cannot do that. */
  Optional<PipelineOutcome> call(ResourceList list, List<Step> steps) {
    var requested = new ArrayList<dev.kiln.runtime.PipelineStep>();
    steps.forEach(step -> requested.add(pipelineStep(step)));
    return pipelines().run(new Pipeline(Invocation.of(list), requested));
  }

  private static dev.kiln.runtime.PipelineStep pipelineStep(Step step) {
    boolean reference = step.function().kind() == FunctionRef.Kind.NAMED;
    String label = step.function().label();
    return new dev.kiln.runtime.PipelineStep(
        label,
        reference ? label : null,
        reference ? null : label,
        step.config().written().map(config -> config.node().bytes()).orElse(NO_CONFIG),
        false,
        step.deferFailure());
  }

  private static final byte[] NO_CONFIG = {};

  private synchronized RemotePipelines pipelines() {
    if (pipelines == null) {
      var address = RemoteAddress.parse(options.host().orElseThrow());
      pipelines = new RemotePipelines(address, kinds.settings());
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
    if (function.kind() == FunctionRef.Kind.NAMED && options.host().isEmpty()) {
      return function.label();
    }
    int calls = expected.getOrDefault(key(function), 0);
    String name = function.label();
    for (int next = 2; runners.find(name).isPresent(); next++) {
      name = function.label() + " (" + next + ")"; // e.g. with other arguments
    }
    var all = new ArrayList<>(runners.all());
    all.add(RegisteredFunction.of(name, List.of(), (_, _) -> false, kinds.runner(function, calls)));
    runners.replace(all);
    names.put(key(function), name);
    return name;
  }

  /** What tells functions apart: to compare records is put together anew by every process. */
  private static String key(FunctionRef function) {
    var reference = new ArrayList<>(List.of(function.kind().name(), function.label()));
    if (function instanceof FunctionRef.Exec exec) {
      reference.addAll(exec.command());
      reference.add("");
      reference.addAll(exec.envs());
    } else if (function instanceof FunctionRef.Image image) {
      reference.add(Boolean.toString(image.network()));
      for (Mount mount : image.mounts()) {
        reference.addAll(
            List.of(mount.type(), mount.source(), mount.target(), mount.writable() ? "rw" : ""));
      }
      reference.addAll(image.envs());
    }
    return String.join("\0", reference);
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
    kinds.close();
  }
}
