package dev.kiln.server.http;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Timing;
import dev.kiln.server.admission.Gzip;
import dev.kiln.server.calls.RequestContext;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;

/**
 * A response: status, headers and all of the body.
 *
 * @param isProblem whether the body is a Status rather than a list
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpReply(HttpResponseStatus status, HttpHeaders headers, byte[] body, boolean isProblem) {
  private static final String EXIT_CODE = "krm-function-exit-code";
  private static final String LOG = "krm-function-log";
  private static final String LOG_TRUNCATED = "krm-function-log-truncated";
  private static final String SERVER_TIMING = "server-timing";

  /** What came of a call. */
  static HttpReply of(Outcome outcome, Log log, RequestHead ask) {
    HttpResponseStatus status = status(outcome);
    boolean hasList = outcome.bytes().isPresent();
    HttpReply reply =
        hasList
            ? new HttpReply(
                status, headers(type(outcome, ask), ask.request()), outcome.bytes().get(), false)
            : of(Problem.of(outcome.ending()), ask.accept(), ask.request());
    if (!outcome.function().isEmpty()) {
      reply.addFunctionHeaders(outcome, log, ask.logLimit());
    }
    return ask.packAnswer() && hasList && reply.body.length >= Gzip.MIN_PACKED_SIZE
        ? reply.compressed()
        : reply;
  }

  private static MediaType type(Outcome outcome, RequestHead ask) {
    return ask.accept().in(outcome.format(ask.accept().format()));
  }

  /** Why there is no list. */
  static HttpReply of(Problem problem, MediaType accept, RequestContext request) {
    HttpHeaders headers = headers(accept, request);
    for (int i = 0; i < problem.headers().size(); i += 2) {
      headers.set(problem.headers().get(i), problem.headers().get(i + 1));
    }
    return new HttpReply(problem.status(), headers, problem.body(accept), true);
  }

  private static HttpHeaders headers(MediaType accept, RequestContext request) {
    HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
    headers.set(HttpHeaderNames.DATE, DateHeader.current());
    headers.set(HttpHeaderNames.CONTENT_TYPE, accept.text());
    headers.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT);
    headers.set(RequestContext.ID, request.id());
    return headers;
  }

  private static HttpResponseStatus status(Outcome outcome) {
    if (outcome.ending() instanceof Ending.Done) {
      return HttpResponseStatus.OK;
    }
    return outcome.ending() instanceof Ending.Failed failed && outcome.bytes().isPresent()
        ? failureStatus(failed.reason())
        : Problem.of(outcome.ending()).status();
  }

  /** A function that ran and said no is not one that could not be run. */
  private static HttpResponseStatus failureStatus(Reason reason) {
    return switch (reason) {
      case RESULTS, FUNCTION_CONFIG, INVALID_OUTPUT, EXIT_CODE ->
          HttpResponseStatus.UNPROCESSABLE_ENTITY;
      case EXCEPTION, SIGNAL, START -> HttpResponseStatus.INTERNAL_SERVER_ERROR;
    };
  }

  private void addFunctionHeaders(Outcome outcome, Log log, int logLimit) {
    headers.set(RequestHead.FUNCTION, outcome.function());
    headers.setInt(EXIT_CODE, outcome.exitCode());
    headers.set(SERVER_TIMING, timing(outcome.timing()));
    byte[] tail = log.tail();
    boolean cut = tail.length > logLimit;
    if (tail.length > 0) {
      byte[] shown = cut ? Arrays.copyOfRange(tail, tail.length - logLimit, tail.length) : tail;
      headers.set(LOG, Base64.getEncoder().encodeToString(shown));
    }
    if (cut || log.truncated()) {
      headers.set(LOG_TRUNCATED, "true");
    }
  }

  private static String timing(Timing timing) {
    var text = new StringBuilder(80);
    appendPhase(text, "queue", timing.queue());
    appendPhase(text.append(", "), "parse", timing.parse());
    appendPhase(text.append(", "), "run", timing.run());
    appendPhase(text.append(", "), "serialize", timing.serialize());
    return text.toString();
  }

  /** In milliseconds, to the microsecond. */
  private static void appendPhase(StringBuilder text, String name, Duration took) {
    long micros = took.toNanos() / 1000;
    text.append(name).append(";dur=").append(micros / 1000).append('.');
    String fraction = Long.toString(micros % 1000);
    text.repeat('0', 3 - fraction.length()).append(fraction);
  }

  private HttpReply compressed() {
    headers.set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
    headers.set(HttpHeaderNames.VARY, "accept, accept-encoding");
    return new HttpReply(status, headers, Gzip.pack(body), isProblem);
  }
}
