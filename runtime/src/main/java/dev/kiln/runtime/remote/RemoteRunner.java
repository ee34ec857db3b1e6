package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A function that runs at one or more servers of spec v2. A call goes to the server with the fewest
 * calls. If certainly nothing ran there, the call is sent to another server. If the function may
 * have run, the call is sent again only if the function is idempotent.
 */
public final class RemoteRunner implements Runner {
  /** How often to repeat a call that may have run. */
  private static final int MAX_RETRIES = 2;

  private final String name;
  private final RemoteSettings settings;
  private final LoadBalancer backends;
  private final RemoteCounts counts = new RemoteCounts();

  /**
   * Does not connect yet.
   *
   * @param name of the function, for messages
   * @param addresses at least one
   * @throws IllegalArgumentException if there is no address, or the files for TLS cannot be used
   */
  public RemoteRunner(String name, List<RemoteAddress> addresses, RemoteSettings settings) {
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException(name + ": a remote function needs an address");
    }
    this.name = name;
    this.settings = settings;
    this.backends = new LoadBalancer(addresses, settings);
  }

  /**
   * Connects to a server and disconnects. A caller does so in parallel with other work, so that the
   * classes are loaded before the first call. If the server cannot be reached, that call reports
   * it.
   */
  public static void connectAhead(RemoteAddress address, RemoteSettings settings) {
    try (RemoteClient remote = RemoteClient.to(address, settings)) {
      var _ = remote.findProblem(RemoteClient.CONNECT_TIMEOUT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IllegalArgumentException _) {
      // the files for TLS cannot be used; the first call reports it
    }
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public Optional<String> findProblem() {
    return backends.findProblem();
  }

  @Override
  public Outcome run(Invocation in) {
    counts.calls.increment();
    RemoteRequest ask = RemoteRequest.of(in, settings);
    try {
      return run(ask);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ask.abandonedOutcome(name);
    }
  }

  private Outcome run(RemoteRequest ask) throws InterruptedException {
    var asked = new HashSet<Backend>();
    int retriesLeft = settings.idempotent() ? MAX_RETRIES : 0;
    Backend next = backends.choose(asked);
    while (next != null) {
      Attempt attempt = next.call(ask);
      if (attempt instanceof Answered(Outcome outcome)) {
        return outcome;
      }
      if (!(attempt instanceof Broken(String why))) {
        asked.add(next);
      } else if (retriesLeft == 0) {
        return brokenOutcome(next, why);
      } else {
        retriesLeft--;
      }
      next = ask.isOver() ? null : backends.choose(asked);
      if (next != null) {
        counts.retries.increment();
      }
    }
    if (ask.isOver()) {
      return ask.abandonedOutcome(name);
    }
    return Outcome.of(
        new Ending.Busy(name + " cannot be called now: " + backends.describeLastFailures()));
  }

  private Outcome brokenOutcome(Backend at, String why) {
    return RemoteOutcomes.invalidAnswer(
        name
            + " gave no answer, "
            + at.address()
            + ": "
            + why
            + (settings.idempotent()
                ? ""
                : "; it may have run, and its definition does not say that it may run again"
                    + " (idempotent: true)"));
  }

  /** The counters of its calls. */
  public RemoteCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    backends.close();
  }
}
