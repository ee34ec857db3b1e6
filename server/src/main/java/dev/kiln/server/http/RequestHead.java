package dev.kiln.server.http;

import dev.kiln.net.QualityValues;
import dev.kiln.net.RequestTarget;
import dev.kiln.runtime.Quantities;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RequestContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, read from its head.
 *
 * @param accept the type of the answer
 * @param function the name of the function, null if the request has none
 * @param image the image that the function stands in for, null if the request has none
 * @param packed whether the body is gzip
 * @param packAnswer whether the answer may be gzip
 * @param timeout how long the caller waits, null if it does not say
 * @param logLimit how many bytes of the function's log the answer may carry
 * @param length of the body as announced, -1 if it is not
 * @param expectsContinue whether the caller waits for a word before it sends the body
 * @param keepAlive whether the connection may be used again
 */
record RequestHead(
    RequestContext request,
    MediaType accept,
    @Nullable String function,
    @Nullable String image,
    boolean packed,
    boolean packAnswer,
    @Nullable Duration timeout,
    int logLimit,
    long length,
    boolean expectsContinue,
    boolean keepAlive) {
  static final String FUNCTION = "krm-function";
  static final String IMAGE = "krm-image";
  static final String TIMEOUT = "krm-timeout";
  static final String LOG_LIMIT = "krm-log-limit";

  private static final String FUNCTIONS = "/functions/";
  private static final int LOG_BYTES = 4 << 10;
  private static final int MOST_LOG_BYTES = 48 << 10;

  /** Says that a request cannot be meant. */
  static final class RefusedRequestException extends Exception {
    private final transient Problem problem;

    RefusedRequestException(Problem problem) {
      super(problem.message(), null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /** Who asks; known even if the rest makes no sense. */
  static RequestContext request(HttpHeaders headers) {
    return RequestContext.of(
        "http",
        headerValue(headers, RequestContext.ID),
        headerValue(headers, RequestContext.TRACEPARENT));
  }

  /** The type in which to answer, whatever else is wrong. */
  static MediaType accept(HttpHeaders headers) {
    return MediaType.accepted(list(headers, HttpHeaderNames.ACCEPT)).orElse(MediaType.YAML);
  }

  static RequestHead of(HttpRequest head, RequestContext request) throws RefusedRequestException {
    HttpHeaders headers = head.headers();
    checkForm(head);
    String path = path(head.uri());
    checkContent(headers);
    return new RequestHead(
        request,
        MediaType.accepted(list(headers, HttpHeaderNames.ACCEPT))
            .orElseThrow(RequestHead::unacceptable),
        function(path, headers),
        headerValueOrNull(headers, IMAGE),
        packed(headers),
        QualityValues.of(list(headers, HttpHeaderNames.ACCEPT_ENCODING), "gzip") > 0,
        timeout(headers),
        logLimit(headers),
        HttpUtil.getContentLength(head, -1L),
        HttpUtil.is100ContinueExpected(head),
        HttpUtil.isKeepAlive(head));
  }

  private static void checkForm(HttpRequest head) throws RefusedRequestException {
    HttpHeaders headers = head.headers();
    if (!head.method().equals(HttpMethod.POST)) {
      throw new RefusedRequestException(
          Problem.of(
              Refusal.Reason.WRONG_METHOD,
              HttpResponseStatus.METHOD_NOT_ALLOWED,
              head.method() + " is not served here (expected: POST)",
              "allow",
              "POST"));
    }
    String expect = headerValue(headers, HttpHeaderNames.EXPECT.toString());
    if (!expect.isEmpty() && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expect)) {
      throw new RefusedRequestException(
          Problem.of(
              HttpResponseStatus.EXPECTATION_FAILED,
              "Expect: \"" + expect + "\" (expected: 100-continue)"));
    }
  }

  /** What two readers could read in two ways is refused, for one may stand before this one. */
  static void checkFraming(HttpRequest head) throws RefusedRequestException {
    HttpVersion version = head.protocolVersion();
    HttpHeaders headers = head.headers();
    if (version.majorVersion() != 1) {
      throw malformed("not a request of HTTP/1.1: " + version);
    }
    int hosts = headers.getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
      throw malformed(
          "the header Host is " + (hosts == 0 ? "missing" : "there " + hosts + " times"));
    }
    String host = headerValue(headers, HttpHeaderNames.HOST.toString());
    if (!RequestTarget.isHost(host)) {
      throw malformed("Host: \"" + host + "\" (expected: a host, or host:port)");
    }
    String _ = decodedPath(head.uri());
    String coding = list(headers, HttpHeaderNames.TRANSFER_ENCODING);
    if (!coding.isEmpty() && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding.strip())) {
      throw malformed("Transfer-Encoding: \"" + coding + "\" (expected: chunked)");
    }
  }

  private static void checkContent(HttpHeaders headers) throws RefusedRequestException {
    String type = headerValue(headers, HttpHeaderNames.CONTENT_TYPE.toString());
    if (MediaType.ofContent(type).isEmpty()) {
      String found = type.isEmpty() ? "missing" : "\"" + type + "\"";
      throw unsupported(
          "Content-Type: "
              + found
              + " (expected: text/yaml, application/yaml or application/json, in UTF-8)");
    }
  }

  private static String path(String target) throws RefusedRequestException {
    String path = decodedPath(target);
    if (!pathFits(path)) {
      throw new RefusedRequestException(
          Problem.of(
              Refusal.Reason.WRONG_PATH,
              HttpResponseStatus.NOT_FOUND,
              "no path " + path + " (expected: / or /functions/NAME)"));
    }
    return path;
  }

  private static String decodedPath(String target) throws RefusedRequestException {
    try {
      return new QueryStringDecoder(RequestTarget.pathAndQuery(target)).path();
    } catch (IllegalArgumentException e) {
      throw malformed("the path of the request cannot be read: " + e.getMessage());
    }
  }

  private static boolean pathFits(String path) {
    return path.equals("/")
        || path.isEmpty()
        || (path.startsWith(FUNCTIONS)
            && path.length() > FUNCTIONS.length()
            && path.indexOf('/', FUNCTIONS.length()) < 0);
  }

  private static @Nullable String function(String path, HttpHeaders headers)
      throws RefusedRequestException {
    String header = headerValueOrNull(headers, FUNCTION);
    if (!path.startsWith(FUNCTIONS)) {
      return header;
    }
    String name = path.substring(FUNCTIONS.length());
    if (header != null && !header.equals(name)) {
      throw badRequest("the path names function \"" + name + "\", KRM-Function \"" + header + "\"");
    }
    return name;
  }

  private static boolean packed(HttpHeaders headers) throws RefusedRequestException {
    String encoding =
        list(headers, HttpHeaderNames.CONTENT_ENCODING).strip().toLowerCase(Locale.ROOT);
    return switch (encoding) {
      case "", "identity" -> false;
      case "gzip", "x-gzip" -> true;
      default -> throw unsupported("Content-Encoding: \"" + encoding + "\" (expected: gzip)");
    };
  }

  private static @Nullable Duration timeout(HttpHeaders headers) throws RefusedRequestException {
    String text = headerValueOrNull(headers, TIMEOUT);
    return text == null
        ? null
        : Quantities.duration(text)
            .filter(Duration::isPositive)
            .orElseThrow(
                () ->
                    badRequest(
                        "KRM-Timeout: \"" + text + "\" (expected: a duration above 0, as 30s)"));
  }

  private static int logLimit(HttpHeaders headers) throws RefusedRequestException {
    String text = headerValueOrNull(headers, LOG_LIMIT);
    return text == null
        ? LOG_BYTES
        : Math.toIntExact(
            Math.min(
                MOST_LOG_BYTES,
                Quantities.bytes(text)
                    .orElseThrow(
                        () ->
                            badRequest(
                                "KRM-Log-Limit: \""
                                    + text
                                    + "\" (expected: a number of bytes, 48Ki at most)"))));
  }

  private static RefusedRequestException malformed(String message) {
    return new RefusedRequestException(
        Problem.of(Refusal.Reason.MALFORMED, HttpResponseStatus.BAD_REQUEST, message));
  }

  private static RefusedRequestException badRequest(String message) {
    return new RefusedRequestException(Problem.of(HttpResponseStatus.BAD_REQUEST, message));
  }

  private static RefusedRequestException unsupported(String message) {
    return new RefusedRequestException(
        Problem.of(
            HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
            message,
            "accept-encoding",
            "gzip",
            "accept-post",
            "text/yaml, application/yaml, application/json"));
  }

  private static RefusedRequestException unacceptable() {
    return new RefusedRequestException(
        Problem.of(
            HttpResponseStatus.NOT_ACCEPTABLE,
            "Accept excludes all types (expected: text/yaml, application/yaml, application/json or */*)"));
  }

  private static String list(HttpHeaders headers, CharSequence name) {
    return String.join(",", headers.getAll(name));
  }

  private static String headerValue(HttpHeaders headers, String name) {
    String value = headers.get(name);
    return value == null ? "" : value.strip();
  }

  /** Of a header that there may be once: of two, others would take the other. */
  private static @Nullable String headerValueOrNull(HttpHeaders headers, String name)
      throws RefusedRequestException {
    int times = headers.getAll(name).size();
    if (times > 1) {
      throw badRequest("the header " + name + " is there " + times + " times (expected: once)");
    }
    String word = headerValue(headers, name);
    return word.isEmpty() ? null : word;
  }
}
