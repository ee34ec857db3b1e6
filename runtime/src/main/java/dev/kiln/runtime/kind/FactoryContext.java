package dev.kiln.runtime.kind;

import dev.kiln.runtime.instances.CallerEnvironment;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.PoolSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The context in which functions run, shared by all kinds of one host or one orchestrator.
 *
 * @param instances the instances started here, with their limits
 * @param engine the words of the container engine's command; empty for the first engine that
 *     answers
 * @param maxMessageBytes how much one call may read or write
 * @param counters receives all counters
 * @param asCurrentUser whether containers run as the user of this process and not as nobody
 */
public record FactoryContext(
    Usage usage,
    Instances instances,
    List<String> engine,
    long maxMessageBytes,
    FunctionCounters counters,
    boolean asCurrentUser) {
  /** Who runs the functions, and how often. */
  public enum Usage {
    /** A host that serves many callers. */
    HOST,
    /** A host for one call on stdin. */
    HOST_ONE_CALL,
    /** A user's own process, for several runs. */
    ORCHESTRATOR,
    /** A user's own process, for one run. */
    ORCHESTRATOR_ONE_RUN
  }

  public FactoryContext {
    engine = List.copyOf(engine);
  }

  /** Whether this process runs the functions for the user who started it. */
  public boolean isOrchestrator() {
    return usage == Usage.ORCHESTRATOR || usage == Usage.ORCHESTRATOR_ONE_RUN;
  }

  /** The pool of a function; a host keeps one instance ready unless told otherwise. */
  public PoolOptions pool(Optional<PoolOptions> declared) {
    return declared.orElse(isOrchestrator() ? PoolOptions.ON_DEMAND : PoolOptions.OF_A_HOST);
  }

  /** The pool settings of a program that runs once for each call. */
  public PoolSettings programPool(Optional<PoolOptions> declared) {
    PoolOptions pool = pool(declared);
    if (usage == Usage.ORCHESTRATOR_ONE_RUN) {
      return PoolSettings.ONCE;
    }
    int min = usage == Usage.HOST_ONE_CALL ? 0 : pool.min();
    return new PoolSettings(min, pool.max(), pool.idle(), pool.memoryBytes());
  }

  /**
   * The variables that a declaration names; those without a value get the value of this process.
   */
  public Map<String, String> environment(List<String> envs) {
    return Environment.of(envs, CallerEnvironment.variables()).values();
  }

  /**
   * The variables of a program. In a user's own process, a program gets the user's variables,
   * except those that would make it a server. A host passes on only declared variables.
   */
  public Map<String, String> programEnvironment(List<String> envs) {
    var all = new HashMap<String, String>();
    if (isOrchestrator()) {
      all.putAll(CallerEnvironment.variables());
      all.keySet().removeIf(name -> name.startsWith("KRM_FUNCTION_"));
    }
    all.putAll(environment(envs));
    return all;
  }
}
