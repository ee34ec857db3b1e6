package dev.kiln.bench.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host in a process of its own, as a user starts it, and the ways to call it. */
public final class Host implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("(http|grpc|admin): listening on (\\S+)");
  private static final long MAX = 64 << 20;
  private static final long IDLE_CHECK_INTERVAL = Duration.ofMillis(500).toNanos();
  private static final long START_CHECK_INTERVAL = Duration.ofMillis(20).toNanos();

  private final Process process;
  private final Path logFile;
  private final HttpClient client = HttpClient.newHttpClient();
  private String grpc = "";
  private String admin = "";

  /** Starts the host and waits until it listens. */
  public Host(Workplace place, List<String> flags) throws IOException {
    var command = new ArrayList<>(List.of(place.kiln(), "serve"));
    command.addAll(List.of("--http-addr", "unix://" + place.socket()));
    command.addAll(List.of("--grpc-addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0"));
    command.addAll(List.of("--log-calls", "failed"));
    command.addAll(flags);
    logFile = Files.createTempFile("host", ".log");
    logFile.toFile().deleteOnExit();
    process =
        place
            .builder(command, "")
            .redirectErrorStream(true)
            .redirectOutput(logFile.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy)); // leaves no process behind
    while (admin.isEmpty()) {
      String all = Files.readString(logFile);
      LISTENS.matcher(all).results().forEach(this::recordAddress);
      if (!process.isAlive()) {
        throw new IOException("the host is not ready; it said:\n" + all);
      }
      LockSupport.parkNanos(START_CHECK_INTERVAL);
    }
  }

  private void recordAddress(MatchResult found) {
    switch (found.group(1)) {
      case "grpc" -> grpc = found.group(2);
      case "admin" -> admin = found.group(2);
      default -> {}
    }
  }

  /** A caller of one function over HTTP, at the socket. */
  static Runner overHttp(Workplace place, String function) {
    return caller("unix://" + place.socket(), function);
  }

  /** The address for gRPC. */
  public String grpcAddress() {
    return "grpc://" + grpc;
  }

  /** A caller of one function over gRPC. */
  Runner overGrpc(String function) {
    return caller("grpc://" + grpc, function);
  }

  private static Runner caller(String address, String function) {
    var settings = RemoteSettings.of(MAX).withFunction(function);
    return new RemoteRunner(function, List.of(RemoteAddress.parse(address)), settings);
  }

  static String call(Runner runner, byte[] list) {
    Outcome outcome = runner.run(Invocation.of(list).withDeadline(Instant.now().plusSeconds(60)));
    return outcome.bytes().map(bytes -> new String(bytes, UTF_8)).orElse("")
        + outcome.ending().message();
  }

  /** Waits until a function has idle instances and starts no more of them. */
  public void awaitIdle(String function) throws IOException, InterruptedException {
    long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    double before = 0;
    while (System.nanoTime() < limit) {
      double now = idle(function);
      if (now > 0 && now == before) {
        return;
      }
      before = now;
      LockSupport.parkNanos(IDLE_CHECK_INTERVAL);
    }
    throw new IOException("the pool of " + function + " does not keep up");
  }

  private double idle(String function) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://" + admin + "/metrics")).build();
    String metrics = client.send(request, BodyHandlers.ofString()).body();
    Matcher idle =
        Pattern.compile("krm_pool_idle\\{function=\"" + Pattern.quote(function) + "\"} ([0-9.]+)")
            .matcher(metrics);
    return idle.find() ? Double.parseDouble(idle.group(1)) : 0;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    client.close();
  }
}
