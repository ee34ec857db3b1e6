package dev.kiln.conformance.scenarios;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.HttpFunctionClient;
import dev.kiln.conformance.targets.HttpReply;
import dev.kiln.conformance.targets.HttpRequest;
import dev.kiln.conformance.targets.HttpRequest.Framing;
import dev.kiln.conformance.targets.RawHttpConnection;
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

/** HTTP requests that differ from the usual one as a case describes. */
final class HttpScenarios {

  private HttpScenarios() {}

  /** Sends one after the other; each answer has to be as the case expects. */
  static void requests(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    DocumentValue http = context.request().find("http").orElseThrow();
    List<DocumentValue> all =
        http instanceof DocumentValue.Sequence list ? list.values() : List.of(http);
    for (DocumentValue each : all) {
      FunctionRequest ask = context.listRequest();
      HttpRequest request = request(context, ask, each);
      HttpReply reply = inflated(context.http().send(request));
      CaseExchange exchange = recordReply(context, ask, request, reply);
      Expectation.judge(exchange, Scenarios.expect(context));
    }
  }

  static CaseExchange recordReply(
      CaseContext context, FunctionRequest ask, HttpRequest request, HttpReply reply) {
    FunctionResponse answer = HttpFunctionClient.answer(reply);
    return context.recordResponse(
        ask, request.head(context.http().host()) + new String(request.body(), UTF_8), answer);
  }

  /** The usual request with what differs: a header that is null is left out. */
  private static HttpRequest request(
      CaseContext context, FunctionRequest ask, DocumentValue differs) throws IOException {
    HttpRequest usual = context.http().request(ask);
    var headers = new LinkedHashMap<>(usual.headers());
    for (Map.Entry<String, DocumentValue> header : differs.map("headers").entrySet()) {
      if (header.getValue() instanceof DocumentValue.Scalar(var type, var text, _)) {
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
    return new HttpFunctionClient(address, "localhost", path, "", patience)
        .send(HttpRequest.get(path));
  }

  /** Who expects 100 Continue gets it before the body is sent. */
  static void awaitsContinue(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    FunctionRequest ask = context.listRequest();
    HttpRequest request = context.http().request(ask).with("Expect", "100-continue");
    try (RawHttpConnection connection = context.http().connect(false)) {
      connection.send(head(context, request));
      HttpReply interim = connection.next(EventTimeout.of(context));
      CaseFailedException.unless(
          interim.status() == 100, "expected 100 before the body, found " + interim.status());
      connection.send(request.body());
      HttpReply reply = connection.next(context.http().timeout());
      Expectation.judge(recordReply(context, ask, request, reply), Scenarios.expect(context));
    }
  }

  /** A caller that expects 100 Continue gets a refusal before it sends the body. */
  static void refusesBeforeBody(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    FunctionRequest ask = context.listRequest();
    HttpRequest request =
        context
            .http()
            .request(ask)
            .with("Expect", "100-continue")
            .with("Content-Type", "text/plain");
    try (RawHttpConnection connection = context.http().connect(false)) {
      connection.send(head(context, request));
      HttpReply reply = connection.next(EventTimeout.of(context));
      Expectation.judge(recordReply(context, ask, request, reply), Scenarios.expect(context));
    }
  }

  /** A body that does not come. */
  static void slowBody(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    FunctionRequest ask = context.listRequest();
    HttpRequest request = context.http().request(ask);
    try (RawHttpConnection connection = context.http().connect(false)) {
      connection.send(head(context, request));
      connection.send(Arrays.copyOf(request.body(), 10));
      HttpReply reply = connection.next(context.http().timeout());
      Expectation.judge(recordReply(context, ask, request, reply), Scenarios.expect(context));
    }
  }

  private static byte[] head(CaseContext context, HttpRequest request) {
    return request.head(context.http().host()).getBytes(ISO_8859_1);
  }
}
