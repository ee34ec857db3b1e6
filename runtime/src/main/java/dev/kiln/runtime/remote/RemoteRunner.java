package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import java.util.HashSet;
import java.util.List;

/**
 * A function that runs at one or more servers of spec v2. A call goes to the one with the fewest;
 * where surely nothing ran it is sent to another, and where something may have run only if that may
 * run again.
 */
public final class RemoteRunner implements Runner {
  /** How often a call that may have run is sent once more. */
  private static final int AGAIN = 2;

  private final String name;
  private final RemoteSettings settings;
  private final LoadBalancer backends;
  private final RemoteCounts counts = new RemoteCounts();

  /**
   * Connects to nothing yet.
   *
   * @param name of the function, for messages
   * @param addresses at least one
   * @throws IllegalArgumentException if there is none, or the files for TLS cannot be used
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
   * Connects to a server and goes again. Whoever does so while other work is to be done has a first
   * call that finds loaded what it needs; if the server cannot be reached, that call says so.
   */
  public static void connectAhead(RemoteAddress address, RemoteSettings settings) {
    try (RemoteClient remote = RemoteClient.to(address, settings)) {
      var _ = remote.trouble(RemoteClient.PATIENCE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IllegalArgumentException _) {
      // files for TLS that cannot be used
    }
  }

  @Override
  public boolean waits() {
    return true;
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
    int again = settings.idempotent() ? AGAIN : 0;
    Backend next = backends.choose(asked);
    while (next != null) {
      Attempt attempt = next.call(ask);
      if (attempt instanceof Answered(Outcome outcome)) {
        return outcome;
      }
      if (!(attempt instanceof Broken(String why))) {
        asked.add(next);
      } else if (again == 0) {
        return broken(next, why);
      } else {
        again--;
      }
      next = ask.isOver() ? null : backends.choose(asked);
      if (next != null) {
        counts.retries.increment();
      }
    }
    if (ask.isOver()) {
      return ask.abandonedOutcome(name);
    }
    return Outcome.of(new Ending.Busy(name + " cannot be called now: " + backends.trouble()));
  }

  private Outcome broken(Backend at, String why) {
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

  /** What happened to its calls. */
  public RemoteCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    backends.close();
  }
}
