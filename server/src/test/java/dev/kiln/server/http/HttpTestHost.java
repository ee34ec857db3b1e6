package dev.kiln.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.LoadSnapshot;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.server.TestFunctions;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The box behind an HTTP door, opened when it is first used. After each test nothing may be left of
 * any call: no place, no byte, no fault.
 */
final class HttpTestHost implements AfterEachCallback {
  static final String LIST = TestFunctions.LIST;

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<RegisteredFunction> functions =
      new ArrayList<>(TestFunctions.functions().stream().map(JavaRunner::register).toList());
  private Limits limits = Limits.defaults();
  private ConnectionLimits connections = ConnectionLimits.defaults();
  private String address = "127.0.0.1:0";
  private @Nullable SslContext tls;
  private @Nullable Evaluator evaluator;
  private @Nullable OpenHttpDoor door;

  /** Has one more function. */
  HttpTestHost with(String name, KrmFunction function) {
    return with(JavaRunner.register(TestFunctions.function(name, function)));
  }

  HttpTestHost with(RegisteredFunction function) {
    functions.add(function);
    return this;
  }

  HttpTestHost with(Limits others) {
    limits = others;
    return this;
  }

  HttpTestHost with(ConnectionLimits others) {
    connections = others;
    return this;
  }

  HttpTestHost with(SslContext other) {
    tls = other;
    return this;
  }

  HttpTestHost on(String other) {
    address = other;
    return this;
  }

  Evaluator evaluator() {
    if (evaluator == null) {
      evaluator = new Evaluator(new FunctionRegistry(functions), limits);
    }
    return evaluator;
  }

  OpenHttpDoor door() throws IOException {
    if (door == null) {
      door = OpenHttpDoor.on(address, tls, evaluator(), connections);
    }
    return door;
  }

  /** How many connections there are. */
  int connections() {
    return door == null ? 0 : door.door().connections();
  }

  /** What the door refused, if it is open. */
  List<Refusal> refusals() {
    return door == null ? List.of() : door.refusals();
  }

  RawConnection connect() throws IOException {
    return RawConnection.to(door());
  }

  /** Posts a list to a function, with more headers, names and values in turn. */
  ReceivedResponse post(String function, String list, String... headers) throws Exception {
    return send(request(function, list.getBytes(StandardCharsets.UTF_8), headers).build());
  }

  CompletableFuture<ReceivedResponse> postLater(String function, String list, String... headers)
      throws IOException {
    byte[] bytes = list.getBytes(StandardCharsets.UTF_8);
    return CLIENT
        .sendAsync(request(function, bytes, headers).build(), BodyHandlers.ofByteArray())
        .thenApply(ReceivedResponse::of);
  }

  /** A request of YAML for a function. A header that is given an empty value is left out. */
  HttpRequest.Builder request(String function, byte[] body, String... headers) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(door().uri("/"))
            .setHeader("Content-Type", "text/yaml")
            .setHeader("KRM-Function", function)
            .POST(BodyPublishers.ofByteArray(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request;
  }

  ReceivedResponse send(HttpRequest request) throws IOException, InterruptedException {
    return ReceivedResponse.of(CLIENT.send(request, BodyHandlers.ofByteArray()));
  }

  /** Waits for what is to come true. */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not come true");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (evaluator == null || door == null) {
      return;
    }
    try (Evaluator _ = evaluator;
        OpenHttpDoor open = door) {
      awaitQuiet(evaluator);
      assertThat(open.door().awaitEnd(PATIENCE)).isTrue();
      assertThat(open.faults()).isEmpty();
    }
  }

  private static void awaitQuiet(Evaluator evaluator) {
    try {
      await(() -> isQuiet(evaluator.load()));
    } catch (AssertionError e) {
      throw new AssertionError("something is left of the calls: " + evaluator.load(), e);
    }
  }

  private static boolean isQuiet(LoadSnapshot load) {
    return load.running() == 0 && load.queued() == 0 && load.bytesInFlight() == 0;
  }
}
