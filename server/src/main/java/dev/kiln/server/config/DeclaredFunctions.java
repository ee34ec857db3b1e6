package dev.kiln.server.config;

import dev.kiln.flags.UsageException;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.ImageFallback;
import dev.kiln.runtime.ImagePattern;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.kind.FactoryContext;
import dev.kiln.runtime.kind.FactoryContext.Usage;
import dev.kiln.runtime.kind.FunctionCounters;
import dev.kiln.runtime.kind.FunctionFactories;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.Permission;
import dev.kiln.runtime.kind.ProcessRunners;
import dev.kiln.runtime.kind.ShellWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The functions of a host that are not Java classes, as they are declared; what is declared in a
 * file can be read again while they run.
 */
public final class DeclaredFunctions implements AutoCloseable {
  private final FunctionSources declared;
  private final BufferedCounters counters;
  private final FunctionFactories factories;
  private final SequencedMap<String, RegisteredFunction> asked =
      new LinkedHashMap<>(16, 1, true); // guarded by itself
  private volatile HostConfig config;
  private volatile List<ImagePattern> allowed;
  private volatile Optional<Object> stamp;
  private boolean rejected; // guarded by this
  private Map<DeclaredFunction, RegisteredFunction> inForce = Map.of(); // guarded by this

  /** How many images that were asked for are kept; the one asked for longest ago goes first. */
  private static final int MOST_ASKED = 100;

  private DeclaredFunctions(
      FunctionSources declared,
      Optional<Object> stamp,
      HostConfig config,
      Limits limits,
      boolean serving) {
    this.declared = declared;
    this.stamp = stamp;
    this.config = config;
    this.allowed = allowed(config);
    this.counters = new BufferedCounters();
    this.factories =
        new FunctionFactories(
            declared.kinds(),
            new FactoryContext(
                serving ? Usage.HOST : Usage.HOST_ONE_CALL,
                new Instances(declared.instanceLimits()),
                config.engine().flatMap(ShellWords::of).orElse(List.of()),
                limits.maxMessageBytes(),
                counters,
                false));
  }

  /**
   * Reads what is declared, and starts nothing yet.
   *
   * @param serving whether there will be more than one call
   * @throws UsageException if that cannot be meant
   */
  public static DeclaredFunctions of(FunctionSources declared, Limits limits, boolean serving) {
    try {
      Optional<Object> stamp = declared.stamp(); // first, so that no change is missed
      HostConfig config = declared.read();
      return new DeclaredFunctions(declared, stamp, config, limits, serving);
    } catch (HostConfigFile.Bad e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The functions for the first time.
   *
   * @throws UsageException if one can never run
   */
  public synchronized List<RegisteredFunction> load(List<String> problems) {
    try {
      return register(config.functions(), problems);
    } catch (IllegalArgumentException | EngineException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** The functions as they are declared by now; those before, if what is declared is wrong. */
  public synchronized List<RegisteredFunction> reload(List<String> problems) {
    stamp = declared.stamp();
    try {
      HostConfig now = declared.read();
      if (!now.engine().equals(config.engine())) {
        problems.add("another engine counts from the next start on");
      }
      List<RegisteredFunction> held = register(now.functions(), problems);
      config = now;
      allowed = allowed(now);
      rejected = false;
      return held;
    } catch (HostConfigFile.Bad | IllegalArgumentException | EngineException e) {
      problems.add(e.getMessage() + "; the functions stay as they were");
      rejected = true;
      return List.copyOf(inForce.values());
    }
  }

  /** Whether the last reload found an error in the file and changed nothing. */
  public synchronized boolean isRejected() {
    return rejected;
  }

  /** Reports all counters, current and future ones, to this receiver. */
  public void watch(FunctionCounters watcher) {
    counters.watch(watcher);
  }

  /** Whether the file is another than when it was read, and can be read. */
  public boolean isChanged() {
    Optional<Object> now = declared.stamp();
    return now.isPresent() && !now.equals(stamp);
  }

  private List<RegisteredFunction> register(
      List<DeclaredFunction> functions, List<String> problems) {
    var now = new LinkedHashMap<DeclaredFunction, RegisteredFunction>();
    for (DeclaredFunction function : functions) {
      RegisteredFunction known = inForce.get(function);
      now.put(function, known == null ? register(function, problems) : known);
    }
    inForce = now;
    return List.copyOf(now.values());
  }

  private RegisteredFunction register(DeclaredFunction function, List<String> problems) {
    List<ImagePattern> images = function.images().stream().map(ImagePattern::new).toList();
    return factories.register(function.name(), function.spec(), problems).withBoundImages(images);
  }

  /** What stands before the names of images without a slash; empty for nothing. */
  public String defaultImagePrefix() {
    return config.defaultImagePrefix().orElse("");
  }

  /** Which functions of jars share a process. */
  public Isolation isolation() {
    return declared.isolation();
  }

  /** Creates runners for processes that nothing declares, with the limits of those that are. */
  public ProcessRunners processes() {
    return factories.processes();
  }

  /** Which images of others the functions here answer for. */
  public Optional<StandInRules> standIns() {
    return config.standIns().isEmpty()
        ? Optional.empty()
        : Optional.of(new StandInRules(config.standIns()));
  }

  /** Has images started that are asked for, where a rule lets it. */
  public ImageFallback others(FunctionRegistry runners) {
    return (image, caller) -> {
      synchronized (asked) {
        RegisteredFunction known = asked.get(image);
        return known != null && isGranted(Permission.IMAGE, image)
            ? known
            : start(image, runners, caller);
      }
    };
  }

  private RegisteredFunction start(String image, FunctionRegistry runners, PermittedCaller caller) {
    try {
      FunctionSpec spec =
          factories
              .kinds()
              .ofImage(image)
              .orElseThrow(() -> new IllegalArgumentException("no function here is an image"));
      for (Permission permission : spec.permissions()) {
        if (!isGranted(permission, image)) {
          throw runners.notFound(
              "image \"%s\" is no function of this host, and no rule lets it start (expected: --allow-image with a pattern for it; or --stand-in, for a function of this host to answer for it)"
                  .formatted(image),
              caller);
        }
      }
      RegisteredFunction function =
          RegisteredFunction.ofImage(image, image, null, factories.runner(spec));
      asked.put(image, function);
      if (asked.size() > MOST_ASKED) {
        asked.pollFirstEntry().getValue().release();
      }
      return function;
    } catch (IllegalArgumentException | EngineException e) {
      throw runners.notFound(String.valueOf(e.getMessage()), caller);
    }
  }

  private static List<ImagePattern> allowed(HostConfig config) {
    return config.allowImages().stream().map(ImagePattern::new).toList();
  }

  /** Whether a function that a caller asks for may do this. Callers cannot grant anything. */
  private boolean isGranted(Permission permission, String image) {
    return switch (permission) {
      case IMAGE -> allowed.stream().anyMatch(rule -> rule.matches(image));
      case EXEC, NETWORK, ENDPOINT, MOUNT, ENVIRONMENT -> false;
    };
  }

  /** Ends all that is kept. No call may be running any more. */
  @Override
  public void close() {
    synchronized (asked) {
      asked.values().forEach(RegisteredFunction::release);
      asked.clear();
    }
    factories.close();
  }
}
