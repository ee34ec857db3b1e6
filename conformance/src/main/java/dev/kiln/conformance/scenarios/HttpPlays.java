package dev.kiln.conformance.scenarios;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.HttpConnection;
import dev.kiln.conformance.targets.HttpDoor;
import dev.kiln.conformance.targets.HttpReply;
import dev.kiln.conformance.targets.HttpRequest;
import dev.kiln.conformance.targets.HttpRequest.Framing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Requests that differ from the usual one in what a case names. */
final class HttpPlays {

  private HttpPlays() {}

  /** Sends one after the other; each answer has to be as the case expects. */
  static void requests(Stage stage) throws Failed, NotAsked, IOException {
    Value http = stage.request().find("http").orElseThrow();
    List<Value> all = http instanceof Value.Sequence list ? list.values() : List.of(http);
    for (Value each : all) {
      Ask ask = stage.ask();
      HttpRequest request = request(stage, ask, each);
      HttpReply reply = inflated(stage.http().send(request));
      Exchange exchange = took(stage, ask, request, reply);
      Expectation.judge(exchange, Plays.expect(stage));
    }
  }

  static Exchange took(Stage stage, Ask ask, HttpRequest request, HttpReply reply) {
    Answer answer = HttpDoor.answer(reply);
    return stage.took(
        ask, request.head(stage.http().host()) + new String(request.body(), UTF_8), answer);
  }

  /** The usual request with what differs: a header that is null is left out. */
  private static HttpRequest request(Stage stage, Ask ask, Value differs) throws IOException {
    HttpRequest usual = stage.http().request(ask);
    var headers = new LinkedHashMap<>(usual.headers());
    for (Map.Entry<String, Value> header : differs.map("headers").entrySet()) {
      if (header.getValue() instanceof Value.Scalar(var type, var text, _)) {
        if (type == ScalarType.NULL) {
          headers.remove(header.getKey());
        } else {
          headers.put(header.getKey(), Sample.repeated(text));
        }
      }
    }
    String method = differs.text("method").isEmpty() ? "POST" : differs.text("method");
    byte[] body = method.equals("POST") ? usual.body() : new byte[0];
    boolean isZipped = "gzip".equals(headers.get("Content-Encoding"));
    String path = differs.text("path").isEmpty() ? usual.path() : differs.text("path");
    return new HttpRequest(
        method,
        path,
        headers,
        isZipped ? zipped(body) : body,
        differs.text("framing").equals("chunked") ? Framing.CHUNKED : Framing.LENGTH);
  }

  static byte[] zipped(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  /** As the client of a function would read it. */
  private static HttpReply inflated(HttpReply reply) throws IOException {
    if (!reply.header("content-encoding").orElse("").equals("gzip")) {
      return reply;
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(reply.body()))) {
      return new HttpReply(reply.status(), reply.headers(), in.readAllBytes());
    }
  }

  /** What is at an address that is not the function's. */
  static HttpReply get(SocketAddress address, String path, Duration patience) throws IOException {
    return new HttpDoor(address, "localhost", path, "", patience).send(HttpRequest.get(path));
  }

  /** Who expects 100 Continue gets it before the body is sent. */
  static void continues(Stage stage) throws Failed, NotAsked, IOException {
    Ask ask = stage.ask();
    HttpRequest request = stage.http().request(ask).with("Expect", "100-continue");
    try (HttpConnection connection = stage.http().connect(false)) {
      connection.send(head(stage, request));
      HttpReply interim = connection.next(Waits.soon(stage));
      Failed.unless(
          interim.status() == 100, "expected 100 before the body, found " + interim.status());
      connection.send(request.body());
      HttpReply reply = connection.next(stage.http().patience());
      Expectation.judge(took(stage, ask, request, reply), Plays.expect(stage));
    }
  }

  /** Who expects 100 Continue and sends what is not taken is told before the body is sent. */
  static void continuesNot(Stage stage) throws Failed, NotAsked, IOException {
    Ask ask = stage.ask();
    HttpRequest request =
        stage.http().request(ask).with("Expect", "100-continue").with("Content-Type", "text/plain");
    try (HttpConnection connection = stage.http().connect(false)) {
      connection.send(head(stage, request));
      HttpReply reply = connection.next(Waits.soon(stage));
      Expectation.judge(took(stage, ask, request, reply), Plays.expect(stage));
    }
  }

  /** A body that does not come. */
  static void slowBody(Stage stage) throws Failed, NotAsked, IOException {
    Ask ask = stage.ask();
    HttpRequest request = stage.http().request(ask);
    try (HttpConnection connection = stage.http().connect(false)) {
      connection.send(head(stage, request));
      connection.send(Arrays.copyOf(request.body(), 10));
      HttpReply reply = connection.next(stage.http().patience());
      Expectation.judge(took(stage, ask, request, reply), Plays.expect(stage));
    }
  }

  private static byte[] head(Stage stage, HttpRequest request) {
    return request.head(stage.http().host()).getBytes(ISO_8859_1);
  }
}
