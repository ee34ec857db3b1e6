package dev.kiln.cli;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Checks whether a host is healthy, for containers that have no curl. */
final class HealthCommand implements Command {
  static final String NAME = "health";

  private static final Path FIRST_PROCESS = Path.of("/proc/1/cmdline");
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Override
  public String summary() {
    return "Check whether a host is healthy";
  }

  @Override
  public int run(List<String> args) {
    FlagValues values = new Flags().parse(args, System.getenv());
    if (values.help()) {
      System.out.print(USAGE);
      return 0;
    }
    if (values.rest().size() > 1) {
      throw new UsageException("unexpected argument: " + values.rest().get(1));
    }
    return values.rest().isEmpty()
        ? checkThisContainer()
        : check(HealthCheck.ofAdmin(values.rest().getFirst()));
  }

  /** Its host is the first process, and has the variables that this one has. */
  private static int checkThisContainer() {
    List<String> words = firstProcess();
    return HealthCheck.of(words, System.getenv())
        .map(HealthCommand::check)
        .orElseGet(
            () ->
                words.stream().anyMatch(word -> word.endsWith("/java"))
                    ? printAndReturn(
                        0, "healthy: runs once, from stdin to stdout, and listens nowhere")
                    : printAndReturn(
                        1, "not healthy: process 1 is no host (expected: kiln health ADDRESS)"));
  }

  private static List<String> firstProcess() {
    try {
      return List.of(Files.readString(FIRST_PROCESS).split("\0", -1));
    } catch (IOException _) {
      return List.of(); // there is no such file on this system
    }
  }

  private static int check(HealthCheck check) {
    String door = check.door() + " at " + check.address();
    try {
      String answer = SocketProbe.send(check.address(), check.request(), TIMEOUT);
      return answer.startsWith(check.healthyStart())
          ? printAndReturn(0, "healthy: " + door + " answers")
          : printAndReturn(1, "not healthy: " + door + " answers as a healthy host does not");
    } catch (IOException e) {
      return printAndReturn(1, "not healthy: " + door + ": " + e.getMessage());
    }
  }

  private static int printAndReturn(int code, String line) {
    System.out.println(line);
    return code;
  }

  private static final String USAGE =
      """
      usage: kiln health [ADDRESS]

      Checks whether a host is healthy. Prints one line that says why, and exits with 0 if it is
      healthy, else with 1. ADDRESS is the admin address of the host. Without ADDRESS, checks the
      host of this container: the flags of process 1 and the variables of kiln serve say where it
      listens. Uses its admin address, else its HTTP address, else its gRPC address. A run from
      stdin to stdout listens nowhere and is healthy as long as it runs.
      """;
}
