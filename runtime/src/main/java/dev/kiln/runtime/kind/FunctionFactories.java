package dev.kiln.runtime.kind;

import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates runners for functions of any kind, for one host or orchestrator. Thread-safe. */
public final class FunctionFactories implements AutoCloseable {
  private final FunctionKinds kinds;
  private final FactoryContext context;
  private final Map<FunctionKind<?>, FunctionFactory<?>> factories =
      new LinkedHashMap<>(); // guarded by this

  /** Starts nothing yet. */
  public FunctionFactories(FunctionKinds kinds, FactoryContext context) {
    this.kinds = kinds;
    this.context = context;
  }

  /** Creates runners for processes that no declaration describes. */
  public ProcessRunners processes() {
    return new ProcessRunners(context);
  }

  /** The supported kinds. */
  public FunctionKinds kinds() {
    return kinds;
  }

  /**
   * Creates the runner of the function.
   *
   * @throws IllegalArgumentException if it can never run here; one line for the user
   */
  public Runner runner(FunctionSpec spec) {
    refuseUnsupported(spec);
    return runner(kinds.of(spec), spec);
  }

  private <S extends FunctionSpec> Runner runner(FunctionKind<S> kind, FunctionSpec spec) {
    return inLane(kind, factory(kind).runner(spec.label(), kind.type().cast(spec)));
  }

  /** Where the calls of a function wait depends on what its kind says an instance costs. */
  private static Runner inLane(FunctionKind<?> kind, Runner runner) {
    return kind.cost() == Cost.THREAD || runner.waits() ? runner : new WaitingRunner(runner);
  }

  /**
   * Creates the function as a host registers it.
   *
   * @param problems receives a line for each thing that does not work yet
   * @throws IllegalArgumentException if it can never run here; one line for the user
   */
  public RegisteredFunction register(String name, FunctionSpec spec, List<String> problems) {
    refuseUnsupported(spec);
    return register(kinds.of(spec), name, spec, problems);
  }

  private <S extends FunctionSpec> RegisteredFunction register(
      FunctionKind<S> kind, String name, FunctionSpec spec, List<String> problems) {
    return factory(kind)
        .register(name, kind.type().cast(spec), problems)
        .withRunner(runner -> inLane(kind, runner));
  }

  private static void refuseUnsupported(FunctionSpec spec) {
    if (spec.unsupportedReason().isPresent()) {
      throw new IllegalArgumentException(spec.unsupportedReason().get());
    }
  }

  @SuppressWarnings("unchecked") // each factory is stored under its own kind
  private synchronized <S extends FunctionSpec> FunctionFactory<S> factory(FunctionKind<S> kind) {
    FunctionFactory<?> known = factories.get(kind);
    if (known == null) {
      known = kind.factory(context);
      factories.put(kind, known);
    }
    return (FunctionFactory<S>) known;
  }

  /** Ends all processes, then closes what the kinds share. No call may be running any more. */
  @Override
  public synchronized void close() {
    context.instances().close();
    factories.values().forEach(FunctionFactory::close);
  }
}
