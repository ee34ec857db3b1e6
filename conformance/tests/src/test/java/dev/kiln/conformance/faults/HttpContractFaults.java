package dev.kiln.conformance.faults;

import static dev.kiln.conformance.faults.HttpFault.breaks;
import static dev.kiln.conformance.faults.HttpSpecFaults.accepting;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Ways to break what Kiln's contract says of HTTP. */
final class HttpContractFaults {
  private static final String EXIT = "KRM-Function-Exit-Code";
  private static final String LOG = "KRM-Function-Log";
  private static final String LIMIT = "KRM-Log-Limit";
  private static final String FEW_WORDS = "a word to a person";
  private static final String JSON = "application/json";
  private static final String UNREADABLE = "items: [";

  private HttpContractFaults() {}

  static Stream<HttpFault> all() {
    return Stream.of(choices(), statuses(), refusals(), encodings(), headers(), holding())
        .flatMap(some -> some);
  }

  static Stream<HttpFault> choices() {
    return Stream.of(
        breaks("contract/choose-by-name", "contract-choose-by-path", "contract-choose-name-first")
            .when(at("/functions/kit"))
            .answers(reply -> reply.status(404)),
        breaks("contract/choose-by-name", "contract-choose-name-first")
            .when(at("/functions/kit").and(request -> !request.header("KRM-Image").isEmpty()))
            .answers(reply -> reply.status(404)),
        breaks("contract/choose-by-name", "contract-choose-by-header")
            .when(request -> request.header("KRM-Function").equals("kit"))
            .answers(reply -> reply.with("KRM-Function", "other")),
        breaks("contract/choose-by-config", "contract-choose-by-config")
            .when(HttpContractFaults::isPlain)
            .answers(reply -> reply.with("KRM-Function", "other")),
        breaks("contract/choose-by-image", "contract-choose-by-image")
            .when(request -> request.header("KRM-Image").endsWith("kit:v99"))
            .asks(request -> request.with("KRM-Image", "example.com/no/such:v1")),
        breaks("contract/choose-unknown", "contract-choose-unknown-name")
            .when(at("/functions/no-such-function"))
            .answers(reply -> reply.replace("kit", "none")),
        breaks("contract/choose-unknown", "contract-choose-unknown-image")
            .when(request -> request.header("KRM-Image").endsWith("such:v1"))
            .asks(request -> request.without("KRM-Image")));
  }

  private static Predicate<HttpMessage> at(String path) {
    return request -> request.path().equals(path);
  }

  /** As any client asks for the sample, with nothing that is worth a case. */
  private static boolean isPlain(HttpMessage request) {
    return at("/").and(accepting("text/yaml")).test(request)
        && request.header("Content-Type").equals("text/yaml")
        && request.head().lines().count() == 7;
  }

  private static Stream<HttpFault> statuses() {
    return Stream.of(
        breaks("contract/http-success", "contract-http-success")
            .when(request -> isPlain(request) && request.has("\"value\":\"sample\""))
            .answers(reply -> reply.is(200) ? reply.status(201) : reply),
        breaks("contract/http-failed", "contract-http-failed")
            .whenAsked("\"action\":\"fail\",\"message\":\"found something wrong\"")
            .answers(reply -> reply.status(409)),
        breaks("contract/http-failed", "contract-http-config-refused")
            .whenAsked("{\"action\":\"dance\"}")
            .answers(reply -> reply.status(400)),
        breaks("contract/http-failed", "contract-http-config-refused")
            .whenAsked("{\"action\":\"dance\"}")
            .answers(reply -> reply.replace("severity: error", "severity: info")),
        breaks("contract/http-threw", "contract-http-threw")
            .whenAsked("kaputt")
            .answers(reply -> reply.status(422)),
        breaks("contract/http-threw", "contract-http-threw")
            .whenAsked("kaputt")
            .answers(reply -> reply.body("it threw\n")),
        breaks("contract/http-threw", "contract-http-threw")
            .whenAsked("kaputt")
            .answers(reply -> reply.replace("severity: error", "severity: info")),
        breaks(
                "contract/http-bad-input",
                "contract-http-not-utf-8",
                "contract-http-alias-bomb",
                "contract-http-documents",
                "contract-http-empty",
                "contract-http-field")
            .when(HttpContractFaults::isBad)
            .answers(reply -> reply.status(422)),
        breaks("contract/http-bad-input", "contract-http-not-yaml")
            .whenAsked("items: [}")
            .answers(reply -> reply.replace("column", "place")));
  }

  private static boolean isBad(HttpMessage request) {
    return request.has("\u0080\u00ff")
        || request.has("name: bomb")
        || request.has("\n---\n")
        || request.has("\n- 42")
        || (request.method().equals("POST") && request.body().equals("\n"));
  }

  private static Stream<HttpFault> refusals() {
    return Stream.of(
        breaks("contract/http-not-found", "contract-http-path")
            .when(at("/no/such/path"))
            .answers(reply -> reply.status(400)),
        breaks("contract/http-method", "contract-http-method")
            .when(request -> request.method().equals("PATCH"))
            .answers(reply -> reply.without("Allow")),
        breaks("contract/http-not-acceptable", "contract-http-not-acceptable")
            .when(accepting("image/png"))
            .asks(request -> request.with("Accept", "*/*")),
        breaks("contract/http-not-acceptable", "contract-http-not-acceptable")
            .when(accepting("image/png"))
            .answers(reply -> reply.with("Content-Type", JSON)),
        breaks("contract/http-media-type", "contract-http-media-type")
            .when(request -> request.header("Content-Type").endsWith("iso-8859-1"))
            .answers(reply -> reply.status(400)),
        breaks("contract/http-media-type", "contract-http-encoding")
            .when(request -> request.header("Content-Encoding").equals("br"))
            .answers(reply -> reply.without("Accept-Encoding")),
        breaks("contract/http-large-header", "contract-http-large-header")
            .when(request -> !request.header("X-Large").isEmpty())
            .answers(reply -> reply.status(400)),
        breaks("contract/http-large-header", "contract-http-large-header")
            .when(request -> !request.header("X-Large").isEmpty())
            .answers(reply -> reply.body("too large\n")),
        breaks("contract/http-large-header", "contract-http-large-header")
            .when(request -> !request.header("X-Large").isEmpty())
            .answers(reply -> reply.replace("--", "")),
        breaks(
                "contract/http-status-object",
                "contract-http-status-object",
                "contract-http-status-object-yaml")
            .when(HttpContractFaults::isUnreadable)
            .answers(reply -> reply.body("cannot be read")),
        breaks("contract/http-status-object", "contract-http-status-object")
            .when(accepting(JSON).and(HttpContractFaults::isUnreadable))
            .answers(reply -> reply.replace("BadRequest", "")),
        breaks("contract/http-status-object", "contract-http-status-object")
            .when(accepting(JSON).and(HttpContractFaults::isUnreadable))
            .asks(request -> request.with("Accept", "text/yaml")),
        breaks("contract/http-status-object", "contract-http-status-object-yaml")
            .when(accepting("text/yaml").and(HttpContractFaults::isUnreadable))
            .asks(request -> request.with("Accept", JSON)));
  }

  private static boolean isUnreadable(HttpMessage request) {
    return request.body().equals(UNREADABLE);
  }

  private static Stream<HttpFault> encodings() {
    return Stream.of(
        breaks("contract/http-parameters", "contract-http-parameters")
            .when(request -> request.header("Content-Type").startsWith("TEXT"))
            .asks(request -> request.with("Content-Type", "text/plain")),
        breaks("contract/http-quality", "contract-http-quality-json")
            .when(request -> request.header("Accept").contains("q=0.5, app"))
            .asks(request -> request.with("Accept", "text/yaml;q=1")),
        breaks("contract/http-quality", "contract-http-quality-yaml")
            .when(accepting("application/json, text/yaml"))
            .asks(request -> request.with("Accept", "application/json;q=1")),
        breaks("contract/http-gzip-request", "contract-http-gzip-request")
            .when(request -> request.header("Content-Encoding").equals("gzip"))
            .answers(reply -> reply.status(415)),
        breaks("contract/http-gzip-response", "contract-http-gzip-response")
            .when(request -> request.header("Accept-Encoding").equals("gzip"))
            .asks(request -> request.without("Accept-Encoding")),
        breaks("contract/http-gzip-response", "contract-http-no-gzip")
            .when(request -> request.header("Accept-Encoding").equals("gzip;q=0"))
            .asks(request -> request.with("Accept-Encoding", "gzip")));
  }

  private static Stream<HttpFault> headers() {
    return Stream.concat(
        logs(),
        Stream.of(
            breaks("contract/http-headers", "contract-http-headers")
                .answers(reply -> reply.without("Server-Timing")),
            breaks("contract/http-headers", "contract-http-no-exit-code")
                .when(HttpContractFaults::isUnreadable)
                .answers(reply -> reply.with(EXIT, "1"))));
  }

  private static Stream<HttpFault> logs() {
    return Stream.of(
        breaks("contract/http-log", "contract-http-log")
            .whenAsked(FEW_WORDS)
            .answers(reply -> reply.with("KRM-Function-Log-Truncated", "true")),
        breaks("contract/http-log", "contract-http-log")
            .whenAsked(FEW_WORDS)
            .answers(reply -> reply.with(LOG, FEW_WORDS)),
        breaks("contract/http-log", "contract-http-log-cut")
            .when(limited(""))
            .answers(reply -> reply.without("KRM-Function-Log-Truncated")),
        breaks("contract/http-log", "contract-http-log-cut")
            .when(limited(""))
            .asks(request -> request.with(LIMIT, "5000")),
        breaks("contract/http-log", "contract-http-log-limit")
            .when(limited("20000"))
            .asks(request -> request.without(LIMIT)),
        breaks("contract/http-log", "contract-http-log-limit-cut")
            .when(limited("6000"))
            .asks(request -> request.with(LIMIT, "20000")),
        breaks("contract/http-log", "contract-http-log-most")
            .when(limited("65536"))
            .answers(reply -> reply.with(LOG, encoded("x".repeat(60_000) + "last\n"))));
  }

  /** Where so much of a log is asked for that is worth a case. */
  private static Predicate<HttpMessage> limited(String limit) {
    return request -> request.header(LIMIT).equals(limit) && request.has("xlast");
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(ISO_8859_1));
  }

  private static Stream<HttpFault> holding() {
    return Stream.of(
        breaks("contract/http-continue", "contract-http-continue").interims(""),
        breaks("contract/http-continue", "contract-http-continue-refused")
            .when(
                request ->
                    request.header("Content-Type").equals("text/plain")
                        && !request.header("Expect").isEmpty())
            .interims(HttpFault.CONTINUE + HttpFault.CONTINUE),
        breaks("contract/http-deadline", "contract-http-deadline")
            .when(request -> request.header("KRM-Timeout").equals("1500ms"))
            .answers(reply -> reply.status(500)),
        breaks("contract/http-cancelled", "contract-http-cancelled").ignoringHangUp());
  }
}
