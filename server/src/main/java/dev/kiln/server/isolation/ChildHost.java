package dev.kiln.server.isolation;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.sdk.loading.FunctionClass;
import java.util.Optional;

/** A host in a process of its own, which runs the functions of some jars. */
final class ChildHost {
  private final String name;
  private final ServerRunner server;
  private int functions; // guarded by this; those whose runners are open

  /**
   * Starts nothing yet.
   *
   * @param name of the jars, for messages
   */
  ChildHost(String name, ServerRunner server) {
    this.name = name;
    this.server = server;
  }

  /** The runner of one of its functions. The child ends when all of these are closed. */
  synchronized Runner runner(FunctionClass function) {
    functions++;
    return new FunctionRunner(function.definition().name());
  }

  private final class FunctionRunner implements Runner {
    private final String function;

    FunctionRunner(String function) {
      this.function = function;
    }

    @Override
    public Outcome run(Invocation in) {
      Outcome outcome = server.run(in, function);
      return outcome.ending() instanceof Ending.NotFound
          ? Outcome.of(
              Ending.Failed.notStarted(
                  "function %s could not be loaded from %s; the log of the host says why"
                      .formatted(function, name)))
          : outcome;
    }

    @Override
    public boolean waits() {
      return true;
    }

    @Override
    public void prepare() {
      server.prepare();
    }

    @Override
    public Optional<String> findProblem() {
      return server.findProblem();
    }

    @Override
    public void close() {
      release();
    }
  }

  private void release() {
    synchronized (this) {
      functions--;
      if (functions > 0) {
        return;
      }
    }
    server.close();
  }
}
