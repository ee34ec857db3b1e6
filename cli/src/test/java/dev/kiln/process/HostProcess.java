package dev.kiln.process;

import dev.kiln.testkit.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code kiln serve} of the distribution that was just built. */
public final class HostProcess implements AutoCloseable {
  private static final Pattern LISTENING =
      Pattern.compile("(?:^|\")(\\w+): listening on ([^\\s\"]+)", Pattern.MULTILINE);
  private static final int DOORS = 3;

  /**
   * A small heap, which some tests fill, and no optimizing compiler, which tests are too short for.
   */
  private static final String JVM_OPTIONS = "-Xmx256m -XX:TieredStopAtLevel=1";

  private final Process process;
  private final Path err;

  private HostProcess(Process process, Path err) {
    this.process = process;
    this.err = err;
  }

  /** All doors, each on a free port of this machine; returns once they say that they listen. */
  public static HostProcess start(String... args) throws Exception {
    return start(Map.of(), args);
  }

  /** With variables that it would not have otherwise. */
  public static HostProcess start(Map<String, String> environment, String... args)
      throws Exception {
    var all = new ArrayList<>(doors());
    all.addAll(List.of(args));
    return run(environment, all.toArray(String[]::new)).ready();
  }

  /** As {@link #start(String...)}, but as a shell starts it with {@code nohup}. */
  public static HostProcess startWithNohup(String... args) throws Exception {
    var all = new ArrayList<>(doors());
    all.addAll(List.of(args));
    ProcessBuilder builder = builder(all.toArray(String[]::new));
    var command = new ArrayList<>(builder.command());
    command.addFirst("nohup");
    return started(builder.command(command)).ready();
  }

  private static List<String> doors() {
    String free = "127.0.0.1:0";
    return List.of("--http-addr", free, "--grpc-addr", free, "--admin-addr", free);
  }

  /** With just these arguments; it may never listen. */
  public static HostProcess run(String... args) throws IOException {
    return run(Map.of(), args);
  }

  /** With variables that it would not have otherwise. */
  public static HostProcess run(Map<String, String> environment, String... args)
      throws IOException {
    ProcessBuilder builder = builder(args);
    builder.environment().putAll(environment);
    return started(builder);
  }

  private static HostProcess started(ProcessBuilder builder) throws IOException {
    Path err = Files.createTempFile("host", ".err");
    err.toFile().deleteOnExit();
    return new HostProcess(
        builder.redirectError(err.toFile()).redirectOutput(err.toFile()).start(), err);
  }

  /** With a stderr that is no file to read. */
  public static HostProcess run(ProcessBuilder.Redirect stderr, String... args) throws IOException {
    return new HostProcess(builder(args).redirectError(stderr).start(), Path.of("/dev/null"));
  }

  private static ProcessBuilder builder(String... args) throws IOException {
    var command = new ArrayList<>(List.of(Distribution.folder() + "/bin/kiln", "serve"));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("KRM_"));
    builder.environment().put("KILN_JAVA_OPTS", JVM_OPTIONS);
    return builder;
  }

  private HostProcess ready() throws Exception {
    try {
      Await.until(
          () -> "the host does not listen: " + err(),
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("the host ended with " + process.exitValue() + ": " + err());
            }
            return LISTENING.matcher(err()).results().count() == DOORS;
          });
      return this;
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  /** Where a door listens: http, grpc or admin. */
  public String address(String door) {
    Matcher line = LISTENING.matcher(err());
    while (line.find()) {
      if (line.group(1).equals(door)) {
        return line.group(2);
      }
    }
    throw new AssertionError("no door " + door + ": " + err());
  }

  public int port(String door) {
    return URI.create("x://" + address(door)).getPort();
  }

  /** All that it wrote so far. */
  public String err() {
    try {
      return Files.readString(err, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError("stderr cannot be read", e);
    }
  }

  public Process process() {
    return process;
  }

  /** Waits until it wrote this. */
  public void awaitErr(String text) throws Exception {
    Await.until(() -> "no \"" + text + "\" in: " + err(), () -> err().contains(text));
  }

  /** Sends it a signal, such as HUP. */
  public void signal(String name) throws IOException, InterruptedException {
    String kill = "kill -" + name + " " + process.pid(); // the shell's own: not all have a program
    int sent = new ProcessBuilder("sh", "-c", kill).inheritIO().start().waitFor();
    if (sent != 0) {
      throw new AssertionError("there is no host any more: " + err());
    }
  }

  /** How many objects of that class it holds on to. */
  public int instances(String type) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String pid = Long.toString(process.pid());
    Process histogram =
        new ProcessBuilder(jcmd.toString(), pid, "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    try (var lines = histogram.inputReader()) {
      return lines
          .lines()
          .map(line -> line.strip().split("\\s+", -1))
          .filter(words -> words.length > 3 && words[3].equals("dev.kiln." + type))
          .mapToInt(words -> Integer.parseInt(words[1]))
          .sum();
    }
  }

  /** The process of the host itself. */
  public long pid() {
    return process.pid();
  }

  /** Waits until it ended, and gives its exit code. */
  public int exit() throws InterruptedException {
    if (!process.waitFor(Await.PROCESS_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the host goes on: " + err());
    }
    return process.exitValue();
  }

  /** What it counts or measures now, by name and labels; 0 if it has not begun to. */
  public double metric(String name) throws IOException, InterruptedException {
    return Metrics.at(address("admin")).getOrDefault(name, 0.0);
  }

  /** Waits until it measures this. */
  public void awaitMetric(String name, double value) throws Exception {
    Await.until(
        () -> name + " is not " + value,
        () -> value == Metrics.at(address("admin")).getOrDefault(name, -1.0));
  }

  /** Waits until nothing is in flight any more. */
  public void awaitNothingInFlight() throws Exception {
    for (String gauge : List.of("krm_in_flight_bytes", "krm_calls_running", "krm_calls_queued")) {
      awaitMetric(gauge, 0);
    }
  }

  /** Ends it at once, if it is still there. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
