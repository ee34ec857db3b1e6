package dev.kiln.server;

import dev.kiln.runtime.RegisteredFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Checks the functions of a host that has just started until each of them could be called once.
 * After that, a server that is away for a moment fails its own calls and no others.
 */
final class StartupChecks implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String NOT_CHECKED_YET = "not checked yet";

  private final Supplier<List<RegisteredFunction>> functions;
  private final Listener listener;
  private final Map<String, String> problems = new ConcurrentSkipListMap<>(); // by function
  private volatile boolean closed;

  /** Learns what the checks find. */
  interface Listener {
    /** A function cannot be called yet; called once for each. */
    void problem(String function, String problem);

    /** No function has a problem any more; called at most once. */
    void allChecked();
  }

  /**
   * Checks nothing yet.
   *
   * @param functions those that the host has at the time
   */
  StartupChecks(Supplier<List<RegisteredFunction>> functions, Listener listener) {
    this.functions = functions;
    this.listener = listener;
  }

  /** Checks all functions that run outside of this process, each on a thread of its own. */
  void start() {
    List<RegisteredFunction> all =
        functions.get().stream().filter(RegisteredFunction::isElsewhere).toList();
    all.forEach(function -> problems.put(function.name(), NOT_CHECKED_YET));
    if (all.isEmpty()) {
      listener.allChecked();
    }
    for (RegisteredFunction function : all) {
      Thread.ofVirtual().name(function.name() + "-check").start(() -> check(function));
    }
  }

  private void check(RegisteredFunction function) {
    try {
      boolean reported = false;
      while (!closed && functions.get().contains(function)) {
        Optional<String> problem = function.findProblem();
        if (problem.isEmpty()) {
          return;
        }
        problems.put(function.name(), problem.get());
        if (!reported) {
          reported = true;
          listener.problem(function.name(), problem.get());
        }
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException _) {
      // nothing interrupts this thread; if it happens, the function counts as checked
    } finally {
      checked(function);
    }
  }

  private synchronized void checked(RegisteredFunction function) {
    problems.remove(function.name());
    if (problems.isEmpty() && !closed) {
      closed = true;
      listener.allChecked();
    }
  }

  /** The first function that could not be called yet, and why. */
  Optional<String> firstProblem() {
    return problems.entrySet().stream()
        .findFirst()
        .map(problem -> "function " + problem.getKey() + ": " + problem.getValue());
  }

  @Override
  public void close() {
    closed = true;
  }
}
