package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.programs.ChildProcess;
import dev.kiln.runtime.programs.ChildProcesses;
import dev.kiln.runtime.programs.PoolExhaustedException;
import dev.kiln.runtime.programs.ProgramStartException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts one server and waits until it answers. */
final class Starter {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);
  private static final Duration QUESTION = Duration.ofSeconds(2);

  private final String name;
  private final ServerLauncher launcher;
  private final ServerSettings settings;
  private final ChildProcesses children;

  Starter(String name, ServerLauncher launcher, ServerSettings settings, ChildProcesses children) {
    this.name = name;
    this.launcher = launcher;
    this.settings = settings;
    this.children = children;
  }

  Instance start() throws NotStarted, InterruptedException {
    ServerLauncher.Server server = next();
    ChildProcess child = child(server);
    var words = new LastWords(name, child);
    try {
      child.stdin().close(); // a program of spec v1 finds nothing to read, and ends
    } catch (IOException _) {
      // it has ended already
    }
    boolean ready = false;
    try {
      var instance = new Instance(child, await(server, child, words), words);
      ready = true;
      return instance;
    } finally {
      if (!ready) {
        child.end();
      }
    }
  }

  private ServerLauncher.Server next() throws NotStarted {
    try {
      return launcher.next();
    } catch (RuntimeException e) {
      throw notStarted(Ending.Failed.NOT_EXECUTABLE, Words.of(e));
    }
  }

  private ChildProcess child(ServerLauncher.Server server) throws NotStarted, InterruptedException {
    try {
      return children.start(server.launch(), settings.memoryBytes());
    } catch (ProgramStartException e) {
      throw notStarted(e.exitCode(), e.words());
    } catch (PoolExhaustedException e) {
      server.launch().ends().gone();
      throw NotStarted.of(new Ending.Busy(name + ": " + e.words()));
    } catch (InterruptedException e) {
      server.launch().ends().gone();
      throw e;
    }
  }

  private NotStarted notStarted(int exitCode, String why) {
    return NotStarted.of(
        Ending.Failed.notStarted(exitCode, name + " could not be started: " + why));
  }

  private Remote await(ServerLauncher.Server server, ChildProcess child, LastWords words)
      throws NotStarted, InterruptedException {
    long end = System.nanoTime() + settings.startLimit().toNanos();
    RemoteAddress address = awaitAddress(end, server, child, words);
    Remote remote = Remote.to(address, settings.calls());
    boolean ready = false;
    try {
      String trouble = remote.trouble(QUESTION).orElse("");
      for (long pause = FIRST_PAUSE.toNanos(); !trouble.isEmpty(); pause = longer(pause)) {
        awaitPause(pause, server, child, words);
        trouble = remote.trouble(QUESTION).orElse("");
        if (!trouble.isEmpty() && System.nanoTime() - end > 0) {
          throw silent(server, address + ": " + trouble, words);
        }
      }
      ready = true;
      return remote;
    } finally {
      if (!ready) {
        remote.close();
      }
    }
  }

  private RemoteAddress awaitAddress(
      long end, ServerLauncher.Server server, ChildProcess child, LastWords words)
      throws NotStarted, InterruptedException {
    Optional<RemoteAddress> address = server.address().get();
    for (long pause = FIRST_PAUSE.toNanos(); address.isEmpty(); pause = longer(pause)) {
      awaitPause(pause, server, child, words);
      address = server.address().get();
      if (address.isEmpty() && System.nanoTime() - end > 0) {
        throw silent(server, "its address is not known", words);
      }
    }
    return address.get();
  }

  private static long longer(long pause) {
    return Math.min(2 * pause, LONGEST_PAUSE.toNanos());
  }

  /** Shorter if it ends meanwhile. */
  private void awaitPause(
      long nanos, ServerLauncher.Server server, ChildProcess child, LastWords words)
      throws NotStarted, InterruptedException {
    try {
      int code = child.ended().get(nanos, TimeUnit.NANOSECONDS);
      words.awaitRest();
      throw ended(server, code, words);
    } catch (TimeoutException _) {
      // it lives
    } catch (ExecutionException e) {
      throw notStarted(Ending.Failed.NOT_EXECUTABLE, Words.of(e));
    }
  }

  private NotStarted ended(ServerLauncher.Server server, int code, LastWords words) {
    String message =
        "%s could not be started: it ended with exit code %d before it answered%s (tried: %s)"
            .formatted(name, code, said(words), tried(server));
    int told = code == Ending.Failed.NOT_FOUND ? code : Ending.Failed.NOT_EXECUTABLE;
    return new NotStarted(Ending.Failed.notStarted(told, message), words.tail());
  }

  private NotStarted silent(ServerLauncher.Server server, String trouble, LastWords words) {
    String message =
        "%s could not be started: it did not answer within %d s, %s%s (tried: %s)"
            .formatted(
                name, settings.startLimit().toSeconds(), trouble, said(words), tried(server));
    return new NotStarted(Ending.Failed.notStarted(message), words.tail());
  }

  static String said(LastWords words) {
    String line = words.line();
    return line.isEmpty() ? "" : ": " + line;
  }

  private static String tried(ServerLauncher.Server server) {
    return String.join(" ", server.launch().command());
  }
}
