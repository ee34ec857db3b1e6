package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.programs.ChildProcesses;
import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;

/**
 * A function that is a server of spec v2 which is started here, once, and kept. A call that it had
 * when it died fails, or runs again if that is allowed; the next one finds another server.
 */
public final class ServerRunner implements Runner {
  /** How often a call is sent once more: to one that was not there, or may run again. */
  private static final int AGAIN = 2;

  private static final int SIGNALLED = 128;

  private final String name;
  private final ServerSettings settings;
  private final RemoteCounts counts = new RemoteCounts();
  private final Keeping keeping;

  /**
   * Starts nothing yet.
   *
   * @param name of the function, for messages
   */
  public ServerRunner(
      String name, ServerLauncher launcher, ServerSettings settings, ChildProcesses children) {
    this.name = name;
    this.settings = settings;
    this.keeping =
        new Keeping(name, settings, new Starter(name, launcher, settings, children), counts);
  }

  @Override
  public boolean waits() {
    return true;
  }

  /** Has it started; does not wait for that. */
  @Override
  public void ready() {
    keeping.want();
  }

  @Override
  public Outcome run(Invocation in) {
    counts.calls.increment();
    Ask ask = Ask.of(in, settings.calls());
    try {
      return run(ask);
    } catch (NotStarted e) {
      ask.log().stream().writeBytes(e.words());
      return Outcome.of(e.ending());
    } catch (TimeoutException _) {
      return ask.givenUp(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ask.givenUp(name);
    }
  }

  private Outcome run(Ask ask) throws NotStarted, InterruptedException, TimeoutException {
    int again = AGAIN;
    while (true) {
      Instance one = keeping.enter(ask.left());
      try {
        switch (one.call(ask)) {
          case Answered(Outcome outcome) -> {
            return outcome;
          }
          case NotTaken(String why, boolean reached) -> {
            if (ask.isOver()) {
              return ask.givenUp(name);
            }
            if (reached || again == 0) {
              return Outcome.of(new Ending.Busy(name + " cannot be called now: " + why));
            }
            var _ = keeping.awaitEnd(one, ask.left());
          }
          case Broken(String why) -> {
            OptionalInt code = keeping.awaitEnd(one, ask.left());
            if (again == 0 || !settings.calls().idempotent()) {
              return broken(one, why, code, ask);
            }
          }
        }
      } finally {
        one.leave();
      }
      again--;
      counts.retries.increment();
    }
  }

  private Outcome broken(Instance one, String why, OptionalInt code, Ask ask) {
    String hint =
        settings.calls().idempotent()
            ? ""
            : "; it may have run, and its definition does not say that it may run again"
                + " (idempotent: true)";
    if (code.isEmpty() || code.getAsInt() == 0) {
      return Reasons.strange(name + " gave no answer: " + why + hint);
    }
    ask.log().stream().writeBytes(one.words().tail());
    int exit = code.getAsInt();
    boolean signal = exit > SIGNALLED;
    String how = signal ? "signal " + (exit - SIGNALLED) : "exit code " + exit;
    return Outcome.of(
        new Ending.Failed(
            signal ? Reason.SIGNAL : Reason.EXIT_CODE,
            exit,
            name + " ended with " + how + " during the call" + Starter.said(one.words()) + hint));
  }

  /** What happened to its calls and its servers. */
  public RemoteCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    keeping.close();
  }
}
