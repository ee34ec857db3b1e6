package dev.kiln.runtime.remote;

import dev.kiln.net.FailureText;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.instances.Instance;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.PoolExhaustedException;
import dev.kiln.runtime.instances.ProgramStartException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts one server and waits until it answers. */
final class ServerStarter {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(2);

  private final String name;
  private final ServerLauncher launcher;
  private final ServerSettings settings;
  private final Instances instances;

  ServerStarter(
      String name, ServerLauncher launcher, ServerSettings settings, Instances instances) {
    this.name = name;
    this.launcher = launcher;
    this.settings = settings;
    this.instances = instances;
  }

  ServerInstance start() throws ServerStartException, InterruptedException {
    ServerLauncher.Server server = next();
    Instance instance = instance(server);
    var output = new ServerOutput(name, instance, server.onLine());
    try {
      instance.stdin().close(); // a program of spec v1 reads an empty input and ends
    } catch (IOException _) {
      // the server has already ended
    }
    boolean ready = false;
    try {
      var started = new ServerInstance(instance, await(server, instance, output), output);
      server.whenReady().run();
      ready = true;
      return started;
    } finally {
      if (!ready) {
        instance.end();
      }
    }
  }

  private ServerLauncher.Server next() throws ServerStartException {
    try {
      return launcher.next();
    } catch (RuntimeException e) {
      throw notStarted(Ending.Failed.NOT_EXECUTABLE, FailureText.ofCause(e));
    }
  }

  private Instance instance(ServerLauncher.Server server)
      throws ServerStartException, InterruptedException {
    try {
      return instances.start(server.launch(), settings.memoryBytes());
    } catch (ProgramStartException e) {
      throw notStarted(e.exitCode(), e.reason());
    } catch (PoolExhaustedException e) {
      server.launch().abandon();
      throw ServerStartException.of(new Ending.Busy(name + ": " + e.reason()));
    } catch (InterruptedException e) {
      server.launch().abandon();
      throw e;
    }
  }

  private ServerStartException notStarted(int exitCode, String why) {
    return ServerStartException.of(
        Ending.Failed.notStarted(exitCode, name + " could not be started: " + why));
  }

  private RemoteClient await(ServerLauncher.Server server, Instance instance, ServerOutput output)
      throws ServerStartException, InterruptedException {
    long end = System.nanoTime() + settings.startLimit().toNanos();
    RemoteAddress address = awaitAddress(end, server, instance, output);
    RemoteClient remote = RemoteClient.to(address, settings.calls());
    boolean ready = false;
    try {
      String trouble = remote.findProblem(CHECK_TIMEOUT).orElse("");
      for (long pause = FIRST_PAUSE.toNanos(); !trouble.isEmpty(); pause = nextPause(pause)) {
        awaitPause(pause, server, instance, output);
        trouble = remote.findProblem(CHECK_TIMEOUT).orElse("");
        if (!trouble.isEmpty() && System.nanoTime() - end > 0) {
          throw notReady(server, address + ": " + trouble, output);
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
      long end, ServerLauncher.Server server, Instance instance, ServerOutput output)
      throws ServerStartException, InterruptedException {
    Optional<RemoteAddress> address = server.address().get();
    for (long pause = FIRST_PAUSE.toNanos(); address.isEmpty(); pause = nextPause(pause)) {
      awaitPause(pause, server, instance, output);
      address = server.address().get();
      if (address.isEmpty() && System.nanoTime() - end > 0) {
        throw notReady(server, "its address is not known", output);
      }
    }
    return address.get();
  }

  private static long nextPause(long pause) {
    return Math.min(2 * pause, LONGEST_PAUSE.toNanos());
  }

  /** Waits before the next check; returns early if the server ends. */
  private void awaitPause(
      long nanos, ServerLauncher.Server server, Instance instance, ServerOutput output)
      throws ServerStartException, InterruptedException {
    try {
      int code = instance.whenEnded().get(nanos, TimeUnit.NANOSECONDS);
      output.awaitRest();
      throw ended(server, code, output);
    } catch (TimeoutException _) {
      // it is still running
    } catch (ExecutionException e) {
      throw notStarted(Ending.Failed.NOT_EXECUTABLE, FailureText.ofCause(e));
    }
  }

  private ServerStartException ended(ServerLauncher.Server server, int code, ServerOutput output) {
    String message =
        "%s could not be started: it ended with exit code %d before it answered%s (tried: %s)"
            .formatted(name, code, lastLineSuffix(output), describeCommand(server));
    int told = code == Ending.Failed.NOT_FOUND ? code : Ending.Failed.NOT_EXECUTABLE;
    return new ServerStartException(Ending.Failed.notStarted(told, message), output.tail());
  }

  private ServerStartException notReady(
      ServerLauncher.Server server, String trouble, ServerOutput output) {
    String message =
        "%s could not be started: it did not answer within %d s, %s%s (tried: %s)"
            .formatted(
                name,
                settings.startLimit().toSeconds(),
                trouble,
                lastLineSuffix(output),
                describeCommand(server));
    return new ServerStartException(Ending.Failed.notStarted(message), output.tail());
  }

  static String lastLineSuffix(ServerOutput output) {
    String line = output.lastLine();
    return line.isEmpty() ? "" : ": " + line;
  }

  private static String describeCommand(ServerLauncher.Server server) {
    return server.launch().label();
  }
}
