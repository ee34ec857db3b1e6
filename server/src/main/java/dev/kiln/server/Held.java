package dev.kiln.server;

import dev.kiln.runtime.Hosted;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Runners;
import dev.kiln.sdk.FunctionClass;
import dev.kiln.server.flags.Suggestion;
import dev.kiln.server.flags.UsageException;
import dev.kiln.server.flags.Values;
import dev.kiln.server.jars.JarFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * The functions that a program holds: those it came with and those of a folder of jars, which can
 * be read again; of all these the ones that were named, if any were.
 */
final class Held {
  private final List<FunctionClass> own;
  private final Optional<JarFolder> folder;
  private final List<String> names;
  private final Runners runners = new Runners(List.of());
  private Map<FunctionClass, Hosted> hosted = Map.of(); // guarded by this

  private Held(List<FunctionClass> own, Optional<JarFolder> folder, List<String> names) {
    this.own = own;
    this.folder = folder;
    this.names = names;
  }

  /**
   * Reads what there is.
   *
   * @param problems gets a line for each jar that is not held
   * @throws UsageException if a name or the folder is not there
   */
  static Held of(
      List<FunctionClass> own,
      Optional<Values.Given> jars,
      List<String> names,
      List<String> problems) {
    if (jars.isEmpty()) {
      var held = new Held(narrowed(own, names), Optional.empty(), List.of());
      held.hold(held.own);
      return held;
    }
    Path path = Path.of(jars.get().value());
    if (!Files.isDirectory(path)) {
      throw jars.get().wrong("a folder with jars");
    }
    var known = own.stream().map(Held::name).toList();
    var held = new Held(own, Optional.of(new JarFolder(path, known::contains)), names);
    apart(() -> held.hold(narrowed(held.read(problems), names)));
    return held;
  }

  /**
   * Does it on a thread that ends with it: code of the jars runs there, and may leave in the thread
   * what holds on to its loader.
   */
  private static void apart(Runnable work) {
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
    folder.ifPresent(
        jars -> {
          JarFolder.Reading reading = jars.read();
          reading.jars().forEach(jar -> all.addAll(jar.functions()));
          problems.addAll(reading.problems());
        });
    return all;
  }

  /**
   * Makes all ready for their first call; one that cannot be made ready fails when it is called.
   */
  void makeReady(List<String> problems) {
    if (folder.isPresent()) {
      apart(() -> makeReadyHere(problems));
    } else {
      makeReadyHere(problems);
    }
  }

  private void makeReadyHere(List<String> problems) {
    for (Hosted one : runners.all()) {
      try {
        one.ready();
      } catch (Throwable e) { // whatever a function's hook throws is the function's fault
        problems.add("function " + one.name() + " could not be started: " + e);
      }
    }
  }

  /** Reads the folder again; calls in flight end on what they began with. */
  void reload(List<String> problems) {
    apart(() -> reloadHere(problems));
  }

  private synchronized void reloadHere(List<String> problems) {
    List<FunctionClass> all = read(problems);
    if (names.isEmpty()) {
      hold(all);
      makeReadyHere(problems);
      return;
    }
    var found = new ArrayList<FunctionClass>();
    for (String name : names) {
      all.stream()
          .filter(one -> name(one).equals(name))
          .findFirst()
          .ifPresentOrElse(
              found::add, () -> problems.add("function " + name + " is not there any more"));
    }
    hold(found);
    makeReadyHere(problems);
  }

  private synchronized void hold(List<FunctionClass> functions) {
    var now = new LinkedHashMap<FunctionClass, Hosted>();
    for (FunctionClass one : functions) {
      Hosted known = hosted.get(one);
      now.put(one, known == null ? JavaRunner.host(one) : known);
    }
    hosted = now;
    runners.replace(List.copyOf(now.values()));
  }

  Runners runners() {
    return runners;
  }

  private static List<FunctionClass> narrowed(List<FunctionClass> all, List<String> names) {
    return names.isEmpty() ? all : names.stream().distinct().map(one -> named(all, one)).toList();
  }

  /** Most are named as their class is; those are tried first, and spare the other definitions. */
  private static FunctionClass named(List<FunctionClass> all, String name) {
    String likely = name.replace("-", "").toLowerCase(Locale.ROOT);
    return Stream.concat(
            all.stream().filter(one -> one.className().toLowerCase(Locale.ROOT).endsWith(likely)),
            all.stream())
        .filter(one -> name(one).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name, all));
  }

  private static UsageException unknown(String name, List<FunctionClass> all) {
    List<String> known = all.stream().map(Held::name).sorted().toList();
    return new UsageException(
        "unknown function \"%s\" (there are %s)%s"
            .formatted(name, String.join(", ", known), Suggestion.of(name, known)));
  }

  private static String name(FunctionClass function) {
    return function.definition().name();
  }
}
