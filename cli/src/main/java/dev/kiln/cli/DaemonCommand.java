package dev.kiln.cli;

import dev.kiln.flags.Subcommand;
import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs {@code kiln serve} in the background on a socket of the user. */
final class DaemonCommand implements Command {
  static final String NAME = "daemon";

  private static final List<String> NAMES = List.of("start", "status", "stop");
  private static final String HTTP = "--http-addr";
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 20;

  @Override
  public String summary() {
    return "Start a host of your own in the background, or stop it";
  }

  @Override
  public int run(List<String> args) {
    var subcommand = Subcommand.of(args);
    if (subcommand.rest().contains("--help") || subcommand.rest().contains("-h")) {
      subcommand = new Subcommand("--help", List.of());
    }
    var place = DaemonFiles.of(System.getenv());
    try {
      return switch (subcommand.word()) {
        case "start" -> start(place, subcommand.rest());
        case "status" -> status(place, subcommand.rest());
        case "stop" -> stop(place, subcommand.rest());
        case "--help", "-h" -> {
          System.out.print(usage(place));
          yield 0;
        }
        default -> throw subcommand.unknown("kiln daemon", NAMES);
      };
    } catch (IOException e) {
      System.err.println("error: " + e.getMessage());
      return 1;
    }
  }

  private static int start(DaemonFiles place, List<String> flags) throws IOException {
    if (flags.stream().anyMatch(flag -> flag.equals(HTTP) || flag.startsWith(HTTP + "="))) {
      throw new UsageException(
          HTTP
              + ": the place of a host of your own is another (expected: KILN_HOST=unix:///path.sock)");
    }
    if (isListening(place)) {
      System.out.println("runs already at " + place.address() + processText(place));
      return 0;
    }
    place.createFolder();
    Process host =
        new ProcessBuilder(command(place, flags))
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(place.logFile().toFile())
            .start();
    if (!awaitListening(place, host)) {
      System.err.println(
          "error: the host did not start; it said:\n" + Files.readString(place.logFile()).strip());
      host.destroy();
      return 1;
    }
    Files.writeString(place.pidFile(), host.pid() + "\n");
    System.out.println(
        "runs at " + place.address() + processText(place) + ", log in " + place.logFile());
    System.out.println("for kiln fn run: export KILN_HOST=" + place.address());
    return 0;
  }

  /** The command that starts the host in a session of its own, so that no terminal ends it. */
  private static List<String> command(DaemonFiles place, List<String> flags) {
    var words = new ArrayList<>(List.of("sh", "-c", DETACH_SCRIPT, "kiln"));
    words.addAll(OwnCommand.words());
    words.addAll(List.of("serve", HTTP, place.address()));
    if (flags.stream().noneMatch(flag -> flag.startsWith("--socket-mode"))) {
      words.addAll(List.of("--socket-mode", "0600")); // its folder may be open to others
    }
    if (flags.stream().noneMatch(flag -> flag.startsWith("--allow-image"))) {
      words.addAll(List.of("--allow-image", "**")); // only this user can ask for one
    }
    words.addAll(flags);
    return words;
  }

  private static final String DETACH_SCRIPT =
      "umask 077; if command -v setsid >/dev/null; then exec setsid \"$@\"; else trap '' HUP; exec \"$@\"; fi";

  private static boolean awaitListening(DaemonFiles place, Process host) {
    long end = System.nanoTime() + START_TIMEOUT.toNanos();
    while (host.isAlive() && System.nanoTime() < end) {
      if (isListening(place)) {
        return true;
      }
      pause();
    }
    return false;
  }

  private static int status(DaemonFiles place, List<String> rest) {
    rejectArguments(rest);
    if (!isListening(place)) {
      System.out.println("does not run; it would be at " + place.address());
      return 1;
    }
    System.out.println(
        "runs at " + place.address() + processText(place) + ", log in " + place.logFile());
    return 0;
  }

  private static int stop(DaemonFiles place, List<String> rest) throws IOException {
    rejectArguments(rest);
    Optional<ProcessHandle> host = host(place);
    if (host.isEmpty()) {
      if (isListening(place)) {
        System.err.println(
            "error: the host at "
                + place.address()
                + " was not started by kiln daemon, so it is left");
        return 1;
      }
      System.out.println("does not run");
      return 0;
    }
    host.get().destroy();
    if (!hasEnded(host.get())) {
      System.err.println(
          "error: process "
              + host.get().pid()
              + " still finishes its calls after "
              + STOP_TIMEOUT.toSeconds()
              + " s");
      return 1;
    }
    Files.deleteIfExists(place.pidFile());
    System.out.println("stopped");
    return 0;
  }

  private static void rejectArguments(List<String> rest) {
    if (!rest.isEmpty()) {
      throw new UsageException("unexpected argument: " + rest.getFirst());
    }
  }

  private static boolean hasEnded(ProcessHandle host) {
    try {
      host.onExit().get(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isListening(DaemonFiles place) {
    try {
      SocketProbe.send(place.address(), "", PROBE_TIMEOUT);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static String processText(DaemonFiles place) {
    return host(place).map(host -> ", process " + host.pid()).orElse("");
  }

  /** The process that was started, unless its id belongs to another process by now. */
  private static Optional<ProcessHandle> host(DaemonFiles place) {
    try {
      long pid = Long.parseLong(Files.readString(place.pidFile()).strip());
      return ProcessHandle.of(pid)
          .filter(host -> host.info().commandLine().orElse("").contains(place.address()));
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static String usage(DaemonFiles place) {
    return """
    usage: kiln daemon start [flags of kiln serve]
           kiln daemon status
           kiln daemon stop

    Runs kiln serve in the background, so that functions stay warm between your runs. Only you can
    use its socket:
    %s
    KILN_HOST names another socket. The host may start every image, unless --allow-image says which.
    status exits with 1 if the host does not run.

    Example:
      kiln daemon start
      export KILN_HOST=%1$s
      kiln fn run my-package --image example.com/check:v1
    """
        .formatted(place.address());
  }
}
