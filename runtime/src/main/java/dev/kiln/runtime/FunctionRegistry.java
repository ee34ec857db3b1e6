package dev.kiln.runtime;

import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * The functions of a host, and the choice among them: by name; else by image, which is bound to a
 * function, or is its own image exactly or with another tag or digest; else by the functionConfig's
 * type; else the only one. If a call asks for a function that is not here, it is not found, and no
 * later rule applies.
 */
public final class FunctionRegistry implements AutoCloseable {
  private final List<Runnable> removalListeners = new CopyOnWriteArrayList<>();
  private volatile List<RegisteredFunction> all;
  private volatile String defaultImagePrefix = "";
  private volatile ImageFallback imageFallback =
      (image, caller) -> {
        throw notFound("no one function for image \"" + image + "\"", caller);
      };

  public FunctionRegistry(List<RegisteredFunction> all) {
    this.all = List.copyOf(all);
  }

  /** Sets where to look for images that no function here replaces. */
  public void setImageFallback(ImageFallback fallback) {
    imageFallback = fallback;
  }

  /** Sets what stands before the names of images without a slash; empty for nothing. */
  public void setDefaultImagePrefix(String prefix) {
    defaultImagePrefix = prefix;
  }

  /** Every function, in the order given. */
  public List<RegisteredFunction> all() {
    return all;
  }

  /** Every function that the caller may use, in the order given. */
  public List<RegisteredFunction> all(PermittedCaller caller) {
    return caller.isAnyone()
        ? all
        : all.stream().filter(function -> caller.mayUse(function.name())).toList();
  }

  /** Finds the function of this name, if the caller may use it. */
  public Optional<RegisteredFunction> find(String name, PermittedCaller caller) {
    return find(name).filter(_ -> caller.isAnyone() || caller.mayUse(name));
  }

  /** Finds the function of this name. */
  public Optional<RegisteredFunction> find(String name) {
    for (RegisteredFunction function : all) {
      if (function.name().equals(name)) {
        return Optional.of(function);
      }
    }
    return Optional.empty();
  }

  /**
   * Replaces all functions. Calls in flight end with the functions they began with. A removed
   * function is closed after the last of its calls.
   */
  public synchronized void replace(List<RegisteredFunction> others) {
    List<RegisteredFunction> before = all;
    all = List.copyOf(others);
    var gone = new ArrayList<>(before);
    gone.removeAll(others);
    for (RegisteredFunction function : gone) {
      function.release();
    }
    if (!gone.isEmpty()) {
      removalListeners.forEach(Runnable::run);
    }
  }

  /** Adds a reaction that runs each time functions are removed. */
  void onRemoved(Runnable listener) {
    removalListeners.add(listener);
  }

  /**
   * Chooses the function for a call, and keeps it open until the call releases it.
   *
   * @throws NothingRanException if there is none
   * @throws dev.kiln.sdk.BadInput if the choice needs the list, and the input is not a list
   */
  RegisteredFunction acquire(Invocation in) {
    while (true) {
      RegisteredFunction chosen = choose(in);
      if (chosen.acquire()) {
        return chosen;
      }
    }
  }

  /** Whether the function can be chosen without the list, and its calls mostly wait. */
  boolean isKnownToWait(Invocation in) {
    if (in.function().isPresent()) {
      return in.function().flatMap(this::find).filter(FunctionRegistry::isWaiting).isPresent();
    }
    List<RegisteredFunction> now = all(in.caller());
    return in.image().isPresent()
        ? in.image()
            .flatMap(image -> findStandingInFor(image, in.caller()))
            .map(FunctionRegistry::isWaiting)
            .orElse(true)
        : now.size() == 1 && isWaiting(now.getFirst());
  }

  private static boolean isWaiting(RegisteredFunction function) {
    return function.runner().waits();
  }

  private RegisteredFunction choose(Invocation in) {
    PermittedCaller caller = in.caller();
    if (in.function().isPresent()) {
      return byName(in.function().get(), caller);
    }
    return in.image().isPresent()
        ? byImage(in.image().get(), caller)
        : byConfigType(in.list().functionConfig(), caller);
  }

  private RegisteredFunction byName(String name, PermittedCaller caller) {
    return find(name, caller).orElseThrow(() -> notFound("no function \"" + name + "\"", caller));
  }

  private RegisteredFunction byImage(String given, PermittedCaller caller) {
    Optional<RegisteredFunction> known = findStandingInFor(given, caller);
    if (known.isPresent()) {
      return known.get();
    }
    String image = ImageName.qualified(given, defaultImagePrefix);
    if (!caller.isAnyone() && !caller.mayUse(image)) {
      throw notFound("no one function for image \"" + image + "\"", caller);
    }
    return imageFallback.forImage(image, caller);
  }

  private Optional<RegisteredFunction> findStandingInFor(String given, PermittedCaller caller) {
    String image = ImageName.qualified(given, defaultImagePrefix);
    var wanted = ImageName.of(image);
    List<RegisteredFunction> now = all(caller);
    return findSingle(
            matching(now, function -> function.isBoundTo(given) || function.isBoundTo(image)))
        .or(() -> findSingle(matching(now, function -> function.images().contains(image))))
        .or(() -> findSingle(matching(now, function -> function.replacesRepository(wanted))));
  }

  private RegisteredFunction byConfigType(FunctionConfig config, PermittedCaller caller) {
    List<RegisteredFunction> now = all(caller); // one snapshot: another thread may replace it
    if (now.size() == 1) {
      return now.getFirst();
    }
    Optional<Resource> resource = config.resource();
    List<RegisteredFunction> candidates =
        resource.isPresent()
            ? matching(
                now,
                function ->
                    function.acceptsConfigType(resource.get().apiVersion(), resource.get().kind()))
            : List.of();
    if (candidates.size() == 1) {
      return candidates.getFirst();
    }
    throw notFound(noMatchReason(resource, candidates), caller);
  }

  private static List<RegisteredFunction> matching(
      List<RegisteredFunction> functions, Predicate<RegisteredFunction> fit) {
    return functions.stream().filter(fit).toList();
  }

  private static Optional<RegisteredFunction> findSingle(List<RegisteredFunction> some) {
    return some.size() == 1 ? Optional.of(some.getFirst()) : Optional.empty();
  }

  private static String noMatchReason(
      Optional<Resource> config, List<RegisteredFunction> candidates) {
    if (config.isEmpty()) {
      return "neither a name nor a functionConfig says which function is meant";
    }
    String type = config.get().apiVersion() + "/" + config.get().kind();
    String takes =
        candidates.isEmpty() ? "no function takes" : candidates.size() + " functions take";
    return takes + " a functionConfig " + type;
  }

  /** The exception that says that the requested function is not here, and which ones are. */
  public NothingRanException notFound(String what, PermittedCaller caller) {
    return new NothingRanException(new Ending.NotFound(what + " (" + describe(caller) + ")"));
  }

  /** Lists the functions that the caller may use, for a message. */
  public String describe(PermittedCaller caller) {
    String names =
        String.join(", ", all(caller).stream().map(RegisteredFunction::name).sorted().toList());
    return names.isEmpty() ? "there are none" : "there are " + names;
  }

  /** Removes all functions. */
  @Override
  public void close() {
    replace(List.of());
  }
}
