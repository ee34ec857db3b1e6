package dev.kiln.conformance.faults;

import static dev.kiln.conformance.faults.HttpFault.breaks;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Ways to break what the specification's version 2 says of HTTP. */
final class HttpSpecFaults {
  private static final String EDITED = "conformance.kiln.dev/edited";

  private HttpSpecFaults() {}

  static Stream<HttpFault> all() {
    return Stream.of(
        breaks("v2/idempotent", "v2-idempotent")
            .whenAsked("\"" + EDITED + "\":\"sample\"")
            .answers(reply -> reply.replace("namespace: sample", "namespace: again")),
        breaks("v2/warm", "v2-warm", "v2-warm-after-a-failure")
            .when(again())
            .answers(reply -> reply.replace("namespace: sample", "namespace: again")),
        breaks("v2/warm", "v2-warm-after-a-failure")
            .when(after("items: ["))
            .answers(reply -> reply.replace("namespace: sample", "namespace: broken")),
        breaks("v2/warm", "v2-concurrent")
            .whenAsked("call 7")
            .answers(reply -> reply.replace("call 7", "call 8")),
        breaks("v2/http-post-only", "v2-http-post-only")
            .when(request -> request.method().equals("HEAD"))
            .answers(reply -> reply.status(200)),
        breaks("v2/http-request-type", "v2-http-request-other")
            .when(typed("application/xml"))
            .asks(request -> request.with("Content-Type", "text/yaml")),
        breaks("v2/http-request-body", "v2-http-request-body")
            .when(request -> request.header("Transfer-Encoding").equals("chunked"))
            .answers(reply -> reply.status(411)),
        breaks("v2/http-accept", "v2-http-accept-json")
            .when(accepting("application/json").and(request -> request.has("ResourceList")))
            .asks(request -> request.with("Accept", "text/yaml")),
        breaks("v2/http-accept", "v2-http-accept-yaml-of-json")
            .when(typed("application/json").and(accepting("text/yaml")))
            .asks(request -> request.with("Accept", "application/json")),
        breaks(
                "v2/http-accept-default",
                "v2-http-accept-any",
                "v2-http-accept-none",
                "v2-http-accept-none-json")
            .when(accepting("").or(accepting("*/*")))
            .asks(request -> request.with("Accept", "application/json")),
        breaks("v2/http-response", "v2-http-response")
            .when(accepting("text/yaml"))
            .answers(reply -> reply.is(200) ? reply.with("Content-Type", "text/yamlx") : reply));
  }

  private static Predicate<HttpMessage> typed(String type) {
    return request -> request.header("Content-Type").equals(type);
  }

  static Predicate<HttpMessage> accepting(String accept) {
    return request -> request.method().equals("POST") && request.header("Accept").equals(accept);
  }

  /** What is asked twice, one right after the other. */
  private static Predicate<HttpMessage> again() {
    var last = new AtomicReference<>("");
    return request -> last.getAndSet(request.body()).equals(request.body());
  }

  /** What is asked after this list. */
  private static Predicate<HttpMessage> after(String list) {
    var last = new AtomicReference<>("");
    return request -> last.getAndSet(request.body()).equals(list);
  }
}
