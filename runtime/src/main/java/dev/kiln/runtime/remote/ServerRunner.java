package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;

/**
 * A function that is a server of spec v2, which this process starts once and keeps running. If the
 * server dies during a call, the call fails, or runs again if that is allowed. The next call gets a
 * new server.
 */
public final class ServerRunner implements Runner {
  /** How often to repeat a call if the server was not there, or the function may run again. */
  private static final int MAX_RETRIES = 2;

  private static final int SIGNALLED = 128;

  private final String name;
  private final ServerSettings settings;
  private final RemoteCounts counts = new RemoteCounts();
  private final ServerSupervisor supervisor;

  /**
   * Starts nothing yet.
   *
   * @param name of the function, for messages
   */
  public ServerRunner(
      String name, ServerLauncher launcher, ServerSettings settings, Instances instances) {
    this.name = name;
    this.settings = settings;
    this.supervisor =
        new ServerSupervisor(
            name, settings, new ServerStarter(name, launcher, settings, instances), counts);
  }

  @Override
  public boolean waits() {
    return true;
  }

  /** Starts the server; does not wait until it is ready. */
  @Override
  public void prepare() {
    supervisor.startIfNeeded();
  }

  @Override
  public Optional<String> findProblem() {
    return supervisor.findProblem();
  }

  @Override
  public Outcome run(Invocation in) {
    return runRequest(RemoteRequest.of(in, settings.calls()));
  }

  /** Runs the function of this name, one of several that the server has. */
  public Outcome run(Invocation in, String function) {
    return runRequest(RemoteRequest.of(in, settings.calls().withFunction(function)));
  }

  private Outcome runRequest(RemoteRequest ask) {
    counts.calls.increment();
    try {
      return run(ask);
    } catch (ServerStartException e) {
      ask.log().stream().writeBytes(e.output());
      return Outcome.of(e.ending());
    } catch (TimeoutException _) {
      return ask.abandonedOutcome(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ask.abandonedOutcome(name);
    }
  }

  private Outcome run(RemoteRequest ask)
      throws ServerStartException, InterruptedException, TimeoutException {
    int retriesLeft = MAX_RETRIES;
    while (true) {
      ServerInstance one = supervisor.acquire(ask.left());
      try {
        switch (one.call(ask)) {
          case Answered(Outcome outcome) -> {
            return outcome;
          }
          case NotTaken(String why, boolean reached) -> {
            if (ask.isOver()) {
              return ask.abandonedOutcome(name);
            }
            if (reached || retriesLeft == 0) {
              return Outcome.of(new Ending.Busy(name + " cannot be called now: " + why));
            }
            var _ = supervisor.awaitEnd(one, ask.left());
          }
          case Broken(String why) -> {
            OptionalInt code = supervisor.awaitEnd(one, ask.left());
            if (retriesLeft == 0 || !settings.calls().idempotent()) {
              return brokenOutcome(one, why, code, ask);
            }
          }
        }
      } finally {
        one.release();
      }
      retriesLeft--;
      counts.retries.increment();
    }
  }

  private Outcome brokenOutcome(
      ServerInstance one, String why, OptionalInt code, RemoteRequest ask) {
    String hint =
        settings.calls().idempotent()
            ? ""
            : "; it may have run, and its definition does not say that it may run again"
                + " (idempotent: true)";
    if (code.isEmpty() || code.getAsInt() == 0) {
      return RemoteOutcomes.invalidAnswer(name + " gave no answer: " + why + hint);
    }
    ask.log().stream().writeBytes(one.output().tail());
    int exit = code.getAsInt();
    boolean signal = exit > SIGNALLED;
    String how = signal ? "signal " + (exit - SIGNALLED) : "exit code " + exit;
    return Outcome.of(
        new Ending.Failed(
            signal ? Reason.SIGNAL : Reason.EXIT_CODE,
            exit,
            name
                + " ended with "
                + how
                + " during the call"
                + ServerStarter.lastLineSuffix(one.output())
                + hint));
  }

  /** The counters of its calls and servers. */
  public RemoteCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    supervisor.close();
  }
}
