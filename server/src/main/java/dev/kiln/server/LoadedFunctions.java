package dev.kiln.server;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Suggestion;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.kind.FunctionCounters;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.server.config.DeclaredFunctions;
import dev.kiln.server.config.StandInRules;
import dev.kiln.server.isolation.ChildHosts;
import dev.kiln.server.jars.JarFolder;
import dev.kiln.server.logs.HostLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The functions of a program: its own classes, those of a folder of jars, and those that are
 * declared. Jars and declarations can be read again. If functions were named, only those are
 * registered.
 */
final class LoadedFunctions implements AutoCloseable {
  private final List<FunctionClass> own;
  private final Optional<JarFolder> folder;
  private final Optional<DeclaredFunctions> declared;
  private final Optional<ChildHosts> children;
  private final List<String> names;
  private final FunctionRegistry registry = new FunctionRegistry(List.of());
  private Map<FunctionClass, RegisteredFunction> registered = Map.of(); // guarded by this

  private LoadedFunctions(
      List<FunctionClass> own,
      Optional<JarFolder> folder,
      Optional<DeclaredFunctions> declared,
      Optional<ChildHosts> children,
      List<String> names) {
    this.own = own;
    this.folder = folder;
    this.declared = declared;
    this.children = children;
    this.names = names;
  }

  /**
   * Loads the functions.
   *
   * @param command the words that start this program as a host
   * @param problems gets a line for each function that is not held
   * @throws UsageException if a name, the folder or the configuration file is not what it should be
   */
  static LoadedFunctions of(
      List<FunctionClass> own,
      HostSettings settings,
      Supplier<List<String>> command,
      List<String> problems) {
    List<String> names = settings.functions();
    Optional<DeclaredFunctions> declared = declared(settings);
    if (settings.jars().isEmpty()) {
      var loaded = new LoadedFunctions(own, Optional.empty(), declared, Optional.empty(), names);
      loaded.load(problems);
      return loaded;
    }
    FlagValues.Given jars = settings.jars().get();
    Path path = Path.of(jars.value());
    if (!Files.isDirectory(path)) {
      throw jars.invalid("a folder with jars");
    }
    var known = own.stream().map(LoadedFunctions::name).toList();
    Optional<ChildHosts> children =
        declared.isPresent() ? children(declared.get(), settings, command) : Optional.empty();
    JarFolder folder =
        children.isPresent()
            ? JarFolder.ofDefinitions(path, known::contains)
            : new JarFolder(path, known::contains);
    var loaded = new LoadedFunctions(own, Optional.of(folder), declared, children, names);
    runOnOwnThread(() -> loaded.load(problems));
    return loaded;
  }

  private static Optional<DeclaredFunctions> declared(HostSettings settings) {
    return settings.declared().isEmpty()
        ? Optional.empty()
        : Optional.of(
            DeclaredFunctions.of(
                settings.declared().get(), settings.limits(), settings.addresses().isServer()));
  }

  /** A run for one call is a process of its own already. */
  private static Optional<ChildHosts> children(
      DeclaredFunctions declared, HostSettings settings, Supplier<List<String>> command) {
    if (!declared.isolation().isOn() || !settings.addresses().isServer()) {
      return Optional.empty();
    }
    var setup =
        new ChildHosts.Setup(declared.isolation(), command.get(), settings.limits().timeout());
    return Optional.of(new ChildHosts(setup, declared.processes()));
  }

  private void load(List<String> problems) {
    List<RegisteredFunction> others =
        declared.isPresent() ? declared.get().load(problems) : List.of();
    List<FunctionClass> classes = read(problems);
    List<String> takenNames = names(others);
    if (!takenNames.isEmpty()) {
      classes.stream()
          .map(LoadedFunctions::name)
          .filter(takenNames::contains)
          .findFirst()
          .ifPresent(LoadedFunctions::rejectDuplicate);
    }
    replaceFunctions(names.isEmpty() ? classes : named(classes, takenNames), others, problems);
    if (declared.isPresent()) {
      registry.setImageFallback(declared.get().others(registry));
    }
    applyDefaultImagePrefix();
  }

  private void applyDefaultImagePrefix() {
    if (declared.isPresent()) {
      registry.setDefaultImagePrefix(declared.get().defaultImagePrefix());
    }
  }

  private static void rejectDuplicate(String name) {
    throw new UsageException(
        "a function is called " + name + " already (expected: another name for it)");
  }

  private List<FunctionClass> named(List<FunctionClass> classes, List<String> others) {
    var named = new ArrayList<FunctionClass>();
    for (String name : new LinkedHashSet<>(names)) {
      if (!others.contains(name)) {
        named.add(find(classes, others, name));
      }
    }
    return named;
  }

  /**
   * Runs the task on a short-lived thread. Code from a jar may leave thread-locals behind that
   * would keep its class loader alive.
   */
  private static void runOnOwnThread(Runnable work) {
    var task = new FutureTask<>(work, true);
    Thread.ofPlatform().daemon().name("jars").inheritInheritableThreadLocals(false).start(task);
    try {
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private List<FunctionClass> read(List<String> problems) {
    var all = new ArrayList<>(own);
    if (folder.isPresent()) {
      JarFolder.Reading reading = folder.get().read();
      reading.jars().forEach(jar -> all.addAll(jar.functions()));
      children.ifPresent(each -> each.use(reading.jars()));
      problems.addAll(reading.problems());
    }
    return all;
  }

  /**
   * Starts every function before its first call. A function that cannot be started fails when it is
   * called.
   */
  void prepareAll(List<String> problems) {
    if (folder.isPresent()) {
      runOnOwnThread(() -> prepareOnThisThread(problems));
    } else {
      prepareOnThisThread(problems);
    }
  }

  private void prepareOnThisThread(List<String> problems) {
    for (RegisteredFunction one : registry.all()) {
      try {
        one.prepare();
      } catch (Throwable e) { // whatever a function's hook throws is the function's fault
        problems.add("function " + one.name() + " could not be started: " + e);
      }
    }
  }

  /** Registers a listener for the counters of functions that are not Java classes. */
  void watch(FunctionCounters watcher) {
    declared.ifPresent(each -> each.watch(watcher));
  }

  /** Passes on to the log what processes of isolated functions write. */
  void logOutput(HostLog log) {
    children.ifPresent(each -> each.setOutput(line -> log.info("child", line)));
  }

  /** Whether the configuration file changed since it was read. */
  boolean isChanged() {
    return declared.filter(DeclaredFunctions::isChanged).isPresent();
  }

  /**
   * Reads the folder and the file again, and logs what came of it. Calls in flight end on the
   * functions they began with.
   */
  void reload(HostLog log) {
    var problems = new ArrayList<String>();
    runOnOwnThread(() -> reloadOnThisThread(problems));
    problems.forEach(problem -> log.warn("function", problem));
    boolean rejected = declared.isPresent() && declared.get().isRejected();
    if (!rejected) {
      log.info(
          "reloaded",
          "the functions were read again: " + registry.describe(PermittedCaller.ANYONE));
    } else if (folder.isPresent()) {
      log.info(
          "reloaded",
          "the folder of jars was read again: " + registry.describe(PermittedCaller.ANYONE));
    }
  }

  private synchronized void reloadOnThisThread(List<String> problems) {
    List<RegisteredFunction> others = declared.map(each -> each.reload(problems)).orElse(List.of());
    List<String> takenNames = names(others);
    var found = new ArrayList<FunctionClass>();
    for (FunctionClass one : read(problems)) {
      if (!takenNames.isEmpty() && takenNames.contains(name(one))) {
        problems.add("function " + name(one) + " is another one now");
      } else if (names.isEmpty() || names.contains(name(one))) {
        found.add(one);
      }
    }
    replaceFunctions(found, others, problems);
    applyDefaultImagePrefix();
    names.stream()
        .filter(name -> registry.find(name).isEmpty())
        .forEach(name -> problems.add("function " + name + " is not there any more"));
    prepareOnThisThread(problems);
  }

  private synchronized void replaceFunctions(
      List<FunctionClass> functions, List<RegisteredFunction> others, List<String> problems) {
    Optional<StandInRules> standIns =
        declared.isPresent() ? declared.get().standIns() : Optional.empty();
    var now = new LinkedHashMap<FunctionClass, RegisteredFunction>();
    for (FunctionClass one : functions) {
      List<String> more = standIns.isPresent() ? standIns.get().of(one.definition()) : List.of();
      RegisteredFunction known = registered.get(one);
      boolean same = known != null && known.images().equals(images(one, more)) && !isMoved(one);
      now.put(one, same ? known : register(one, more));
    }
    if (standIns.isPresent()) {
      problems.addAll(standIns.get().unused());
    }
    registered = now;
    var all = new ArrayList<>(now.values());
    for (RegisteredFunction other : others) {
      if (names.isEmpty() || names.contains(other.name())) {
        all.add(other);
      }
    }
    registry.replace(all);
  }

  private boolean isMoved(FunctionClass function) {
    return children.isPresent() && children.get().isMoved(function);
  }

  private RegisteredFunction register(FunctionClass function, List<String> more) {
    Optional<Runner> runner =
        children.isPresent() ? children.get().findRunner(function) : Optional.empty();
    return runner.isPresent()
        ? RegisteredFunction.of(function.definition(), more, runner.get())
        : JavaRunner.register(function, more);
  }

  private static List<String> images(FunctionClass function, List<String> more) {
    return Stream.concat(function.definition().images().stream(), more.stream()).toList();
  }

  FunctionRegistry registry() {
    return registry;
  }

  /** Ends the programs and containers of declared functions. No call may be running any more. */
  @Override
  public void close() {
    if (declared.isPresent()) {
      declared.get().close();
    }
  }

  /**
   * Finds a function by its name. Most classes have the name of their function; these are tried
   * first, so that the definitions of the others need not be read.
   */
  private static FunctionClass find(List<FunctionClass> all, List<String> others, String name) {
    String likely = name.replace("-", "");
    var order = new ArrayList<FunctionClass>();
    for (FunctionClass one : all) {
      String type = one.className();
      if (type.regionMatches(true, type.length() - likely.length(), likely, 0, likely.length())) {
        order.add(one);
      }
    }
    order.addAll(all);
    for (FunctionClass one : order) {
      if (name(one).equals(name)) {
        return one;
      }
    }
    throw unknown(name, all, others);
  }

  private static UsageException unknown(String name, List<FunctionClass> all, List<String> others) {
    List<String> known =
        Stream.concat(all.stream().map(LoadedFunctions::name), others.stream()).sorted().toList();
    return new UsageException(
        "unknown function \"%s\" (there are %s)%s"
            .formatted(name, String.join(", ", known), Suggestion.of(name, known)));
  }

  private static List<String> names(List<RegisteredFunction> some) {
    var names = new ArrayList<String>(some.size());
    for (RegisteredFunction one : some) {
      names.add(one.name());
    }
    return names;
  }

  private static String name(FunctionClass function) {
    return function.definition().name();
  }
}
