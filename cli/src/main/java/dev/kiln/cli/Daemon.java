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

/** A host of one's own behind one's back: {@code kiln serve} on a private socket, and no more. */
final class Daemon implements Command {
  static final String NAME = "daemon";

  private static final List<String> NAMES = List.of("start", "status", "stop");
  private static final String HTTP = "--http-addr";
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final Duration LONGEST_END = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 20;

  @Override
  public String summary() {
    return "Start a host of your own in the background, or stop it";
  }

  @Override
  public int run(List<String> args) {
    var told = Subcommand.of(args);
    if (told.rest().contains("--help") || told.rest().contains("-h")) {
      told = new Subcommand("--help", List.of());
    }
    var place = DaemonPlace.of(System.getenv());
    try {
      return switch (told.word()) {
        case "start" -> start(place, told.rest());
        case "status" -> status(place, told.rest());
        case "stop" -> stop(place, told.rest());
        case "--help", "-h" -> {
          System.out.print(usage(place));
          yield 0;
        }
        default -> throw told.unknown("kiln daemon", NAMES);
      };
    } catch (IOException e) {
      System.err.println("error: " + e.getMessage());
      return 1;
    }
  }

  private static int start(DaemonPlace place, List<String> flags) throws IOException {
    if (flags.stream().anyMatch(flag -> flag.equals(HTTP) || flag.startsWith(HTTP + "="))) {
      throw new UsageException(
          HTTP
              + ": the place of a host of your own is another (fits: KILN_HOST=unix:///path.sock)");
    }
    if (isThere(place)) {
      System.out.println("runs already at " + place.address() + of(place));
      return 0;
    }
    place.make();
    Process host =
        new ProcessBuilder(command(place, flags))
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(place.log().toFile())
            .start();
    if (!isThereSoon(place, host)) {
      System.err.println(
          "error: the host did not start; it said:\n" + Files.readString(place.log()).strip());
      host.destroy();
      return 1;
    }
    Files.writeString(place.pid(), host.pid() + "\n");
    System.out.println("runs at " + place.address() + of(place) + ", log in " + place.log());
    System.out.println("for kiln fn run: export KILN_HOST=" + place.address());
    return 0;
  }

  /** In a session of its own, so that no terminal ends it. */
  private static List<String> command(DaemonPlace place, List<String> flags) {
    var words = new ArrayList<>(List.of("sh", "-c", APART, "kiln"));
    words.addAll(DaemonPlace.self());
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

  private static final String APART =
      "umask 077; if command -v setsid >/dev/null; then exec setsid \"$@\"; else trap '' HUP; exec \"$@\"; fi";

  private static boolean isThereSoon(DaemonPlace place, Process host) {
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (host.isAlive() && System.nanoTime() < end) {
      if (isThere(place)) {
        return true;
      }
      pause();
    }
    return false;
  }

  private static int status(DaemonPlace place, List<String> rest) {
    refuse(rest);
    if (!isThere(place)) {
      System.out.println("does not run; it would be at " + place.address());
      return 1;
    }
    System.out.println("runs at " + place.address() + of(place) + ", log in " + place.log());
    return 0;
  }

  private static int stop(DaemonPlace place, List<String> rest) throws IOException {
    refuse(rest);
    Optional<ProcessHandle> host = host(place);
    if (host.isEmpty()) {
      if (isThere(place)) {
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
              + LONGEST_END.toSeconds()
              + " s");
      return 1;
    }
    Files.deleteIfExists(place.pid());
    System.out.println("stopped");
    return 0;
  }

  private static void refuse(List<String> rest) {
    if (!rest.isEmpty()) {
      throw new UsageException("unexpected argument: " + rest.getFirst());
    }
  }

  private static boolean hasEnded(ProcessHandle host) {
    try {
      host.onExit().get(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isThere(DaemonPlace place) {
    try {
      Knock.at(place.address(), "", PATIENCE);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static String of(DaemonPlace place) {
    return host(place).map(host -> ", process " + host.pid()).orElse("");
  }

  /** The process that was started here, if it is still that: numbers come back. */
  private static Optional<ProcessHandle> host(DaemonPlace place) {
    try {
      long pid = Long.parseLong(Files.readString(place.pid()).strip());
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

  private static String usage(DaemonPlace place) {
    return """
    usage: kiln daemon start [flags of kiln serve]
           kiln daemon status
           kiln daemon stop

    Keeps functions warm between runs of yours: kiln serve in the background, on the socket
    %s
    that you alone can use, with every image allowed unless --allow-image says which. KILN_HOST,
    if it is a socket, says another place. status exits with 1 if it does not run.

    Example:
      kiln daemon start
      export KILN_HOST=%1$s
      kiln fn run my-package --image example.com/check:v1
    """
        .formatted(place.address());
  }
}
