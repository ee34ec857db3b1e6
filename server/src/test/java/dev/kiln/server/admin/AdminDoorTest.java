package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.server.calls.Refusal;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdminDoorTest {
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

  private final AdminTestHost host = new AdminTestHost();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.close();
    host.close();
  }

  @Test
  void saysThatTheProcessLivesWhetherItIsReadyOrNot() {
    host.notReady.set(Optional.of("draining"));
    HttpResponse<String> health = get("/healthz");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).isEqualTo("ok\n");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void saysWhetherTheHostTakesCalls() {
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    host.notReady.set(Optional.of("starting"));
    HttpResponse<String> starting = get("/readyz");
    assertThat(starting.statusCode()).isEqualTo(503);
    assertThat(starting.body()).isEqualTo("starting\n");
  }

  @Test
  void showsItsMetricsAsPrometheusReadsThem() {
    HttpResponse<String> metrics = get("/metrics");
    assertThat(type(metrics)).startsWith("text/plain; version=0.0.4");
    Exposition exposition = Exposition.of(metrics.body());
    assertThat(exposition.value("krm_functions")).isEqualTo(2);
    assertThat(exposition.value("krm_log_lines_dropped_total")).isEqualTo(7);
  }

  @Test
  void showsItsMetricsAsOpenMetricsIfAskedTo() {
    HttpResponse<String> metrics =
        get(
            "/metrics",
            "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.4,*/*;q=0.2");
    assertThat(type(metrics)).startsWith("application/openmetrics-text");
    assertThat(metrics.body()).contains("krm_functions 2").endsWith("# EOF\n");
  }

  @Test
  void listsTheDefinitionsAsJson() {
    HttpResponse<String> all = get("/functions");
    assertThat(type(all)).isEqualTo("application/json");
    Node list = Yaml.parse(all.body());
    assertThat(list.isList()).isTrue();
    assertThat(list.items().getFirst().hasSameValueAs(Yaml.parse(AdminTestHost.LABELS))).isTrue();
    assertThat(list.items().getLast().hasSameValueAs(Yaml.parse(AdminTestHost.SPIN))).isTrue();
    assertThat(all.body()).contains("\n    \"metadata\": {\n      \"name\": \"labels\"\n    },\n");
  }

  @Test
  void listsTheDefinitionsAsYamlAsTheyWereWritten() {
    for (String wanted : List.of("application/yaml", "text/yaml")) {
      HttpResponse<String> all = get("/functions", wanted);
      assertThat(type(all)).isEqualTo(wanted + "; charset=utf-8");
      assertThat(all.body()).isEqualTo(AdminTestHost.LABELS + "---\n" + AdminTestHost.SPIN);
    }
  }

  @Test
  void showsABrowserWhatAPersonCanRead() {
    HttpResponse<String> all = get("/functions", BROWSER);
    assertThat(type(all)).isEqualTo("text/plain; charset=utf-8");
    assertThat(all.body()).startsWith(AdminTestHost.LABELS);
  }

  @Test
  void weighsWhatACallerAccepts() {
    assertThat(type(get("/functions", "text/yaml;q=0.5, application/json;q=0.4")))
        .startsWith("text/yaml");
    assertThat(type(get("/functions", "application/*, text/yaml;q=0.9")))
        .isEqualTo("application/json");
    assertThat(type(get("/functions", "image/png"))).isEqualTo("application/json");
  }

  @Test
  void showsOneDefinition() {
    HttpResponse<String> one = get("/functions/spin", "application/yaml");
    assertThat(one.body()).isEqualTo(AdminTestHost.SPIN);
    assertThat(
            Yaml.parse(get("/functions/spin").body())
                .hasSameValueAs(Yaml.parse(AdminTestHost.SPIN)))
        .isTrue();
  }

  @Test
  void saysWhichFunctionsThereAreIfOneIsNot() {
    HttpResponse<String> none = get("/functions/nosuch%20one");
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(none.body()).isEqualTo("no function \"nosuch one\" (there are labels, spin)\n");
  }

  @Test
  void hasWhatIsHostedNowAfterAReload() {
    host.evaluator.registry().replace(List.of(AdminTestHost.function(AdminTestHost.SPIN)));
    assertThat(get("/functions", "text/yaml").body()).isEqualTo(AdminTestHost.SPIN);
    assertThat(Exposition.of(get("/metrics").body()).value("krm_functions")).isEqualTo(1);
  }

  @Test
  void namesAFunctionThatPublishesNothing() {
    host.evaluator
        .registry()
        .replace(
            List.of(RegisteredFunction.of("exec", List.of(), (_, _) -> false, in -> missing())));
    assertThat(get("/functions/exec", "text/yaml").body()).isEqualTo("metadata:\n  name: exec\n");
  }

  private static Outcome missing() {
    throw new AssertionError("nobody calls it");
  }

  @Test
  void showsFunctionsThatGoOnThoughTheirCallsAreOver() {
    host.metrics.stuck().callStuck("spin", 1);
    host.metrics.stuck().callStuck("spin", 2);
    Node stuck = Yaml.parse(get("/stuck").body());
    assertThat(stuck.find("now").orElseThrow().value()).isEqualTo(0L);
    assertThat(stuck.find("functions[0].function").orElseThrow().text()).isEqualTo("spin");
    assertThat(stuck.find("functions[0].calls").orElseThrow().value()).isEqualTo(2L);
    assertThat(Exposition.of(get("/metrics").body()).value("krm_calls_stuck_total[function=spin]"))
        .isEqualTo(2);
  }

  @Test
  void saysWhatThereIs() {
    assertThat(get("/").body()).contains("/healthz", "/readyz", "/metrics", "/functions");
    HttpResponse<String> none = get("/favicon.ico");
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(none.body()).startsWith("nothing at /favicon.ico\n").contains("/healthz");
  }

  @Test
  void takesGetAndHeadAlone() {
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      HttpResponse<String> refused = send(request("/healthz").method(method, none()));
      assertThat(refused.statusCode()).as(method).isEqualTo(405);
      assertThat(refused.headers().firstValue("allow")).contains("GET, HEAD");
    }
  }

  @Test
  void reportsRequestsThatAreForNoPage() throws IOException {
    get("/favicon.ico");
    send(request("/healthz").method("POST", none()));
    raw("hello\r\n\r\n");
    raw("GET /%zz HTTP/1.0\r\n\r\n");
    assertThat(host.refusals)
        .extracting(Refusal::reason)
        .containsExactly(
            Refusal.Reason.WRONG_PATH,
            Refusal.Reason.WRONG_METHOD,
            Refusal.Reason.MALFORMED,
            Refusal.Reason.MALFORMED);
  }

  private static HttpRequest.BodyPublisher none() {
    return HttpRequest.BodyPublishers.noBody();
  }

  @Test
  void answersHeadWithTheHeadersOfGet() {
    for (String path : List.of("/healthz", "/functions")) {
      HttpResponse<String> head = send(request(path).method("HEAD", none()));
      assertThat(head.body()).isEmpty();
      assertThat(head.headers().firstValue("content-length"))
          .isEqualTo(get(path).headers().firstValue("content-length"));
    }
  }

  @Test
  void compressesIfAskedTo() throws IOException, InterruptedException {
    HttpResponse<byte[]> packed =
        client.send(
            request("/metrics").header("accept-encoding", "gzip").build(),
            BodyHandlers.ofByteArray());
    assertThat(packed.headers().firstValue("content-encoding")).contains("gzip");
    try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      Exposition.of(new String(unpacked.readAllBytes(), UTF_8));
    }
  }

  @Test
  void answersInTheOrderOfAsking() throws IOException {
    String ask = "GET /functions/labels HTTP/1.1\r\nHost: a\r\n\r\n";
    String last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    String answers = raw(ask + ask.replace("labels", "spin") + last);
    assertThat(answers.indexOf("\"labels\"")).isPositive().isLessThan(answers.indexOf("\"spin\""));
    assertThat(answers).endsWith("\r\n\r\nok\n").containsOnlyOnce("connection: close");
  }

  @Test
  void refusesHeadersThatAreTooLarge() throws IOException {
    String large = "a".repeat(4 << 10);
    assertThat(raw("GET / HTTP/1.1\r\nX: " + large + "\r\n\r\n")).startsWith("HTTP/1.1 431 ");
    assertThat(raw("GET /" + large + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 414 ");
  }

  @Test
  void refusesABodyOfAnySize() throws IOException {
    String head = "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";
    assertThat(raw(head)).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void refusesWhatIsNoRequest() throws IOException {
    assertThat(raw("hello\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    assertThat(raw("GET /%zz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    assertThat(raw("GET x?u=http://y/healthz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void refusesARequestWithoutOneValidHost() throws IOException {
    for (String hosts : List.of("", "Host: a b\r\n", "Host: a\r\nHost: a\r\n")) {
      assertThat(raw("GET /healthz HTTP/1.1\r\n" + hosts + "\r\n")).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void takesAnAddressInFull() throws IOException {
    String ask = "GET http://host/healthz?x=1 HTTP/1.0\r\n\r\n";
    assertThat(raw(ask)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nok\n");
  }

  @Test
  void closesAConnectionThatIsSilent() throws IOException {
    try (var other =
        new AdminTestHost(AdminTestHost.limits(64, Duration.ofSeconds(1), Duration.ofMinutes(5)))) {
      assertThat(raw(other.port(), "")).isEmpty();
      String ask = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
      assertThat(raw(other.port(), ask)).endsWith("\r\n\r\nok\n");
    }
  }

  @Test
  void closesAConnectionWhoseRequestDoesNotEnd() throws IOException {
    try (var other =
        new AdminTestHost(AdminTestHost.limits(64, Duration.ofMinutes(5), Duration.ofMillis(50)))) {
      assertThat(raw(other.port(), "GET /healthz HT")).isEmpty();
    }
  }

  @Test
  void refusesMoreConnectionsThanItBears() throws IOException {
    try (var other =
            new AdminTestHost(
                AdminTestHost.limits(1, Duration.ofMinutes(5), Duration.ofMinutes(5)));
        var first = new Socket(InetAddress.getLoopbackAddress(), other.port())) {
      ask(first, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(first.getInputStream().read()).isEqualTo('H');
      assertThat(other.door.connections()).isOne();
      assertThat(raw(other.port(), "")).isEmpty();
    }
  }

  @Test
  void tellsOfAFaultAndGoesOn() {
    var bad = AdminTestHost.function(AdminTestHost.SPIN.replace("versions: []", "versions: .inf"));
    host.evaluator.registry().replace(List.of(bad));
    HttpResponse<String> fault = get("/functions");
    assertThat(fault.statusCode()).isEqualTo(500);
    assertThat(host.faults).hasSize(1);
    assertThat(get("/functions", "text/yaml").statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path) {
    return send(request(path));
  }

  private HttpResponse<String> get(String path, String accept) {
    return send(request(path).header("accept", accept));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + host.door.address() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String type(HttpResponse<?> response) {
    return response.headers().firstValue("content-type").orElseThrow();
  }

  private String raw(String request) throws IOException {
    return raw(host.port(), request);
  }

  /** All that comes until the other side closes; nothing if it resets. */
  private static String raw(int port, String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      ask(socket, request);
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static void ask(Socket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }
}
