package dev.kiln.conformance.faults;

import static dev.kiln.conformance.faults.HttpFault.breaks;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ways to break what Kiln's contract says of lists, whatever the door. */
final class HttpListFaults {
  private static final String EXIT = "KRM-Function-Exit-Code";
  private static final Pattern VERSION =
      Pattern.compile("(?<=^apiVersion: config.kubernetes.io)/v(2.*|1beta1)$", Pattern.MULTILINE);
  private static final Pattern ORDERS =
      Pattern.compile(
          "\"spec\":\\{\"action\":\"(echo\"|dance\"|(fail|throw)\",\"message\":\"no\")}");

  private HttpListFaults() {}

  static Stream<HttpFault> all() {
    return Stream.of(rules(), versions(), results(), annotations(), large(), exits())
        .flatMap(some -> some);
  }

  private static Stream<HttpFault> rules() {
    return Stream.of(
        breaks("contract/lossless", "contract-lossless")
            .whenAsked("large: 12345678901234567890123")
            .answers(reply -> reply.replace("'one'", "\"one\"")),
        breaks("contract/lossless", "contract-lossless-edit")
            .whenAsked("yes: \"yes\"")
            .answers(reply -> reply.replace("12345678901234567890123", "1.2345678901234568e22")),
        breaks("contract/lossless", "contract-lossless-json")
            .whenAsked("\"large\":12345678901234567890123")
            .answers(reply -> reply.replace("12345678901234567890123", "1.2345678901234568e22")),
        breaks("contract/fail-safe", "contract-fail-safe")
            .whenAsked("kind: Nonsense")
            .answers(reply -> reply.body("kind: ResourceList\nitems: []\n")),
        breaks("contract/kind", "contract-kind-missing", "contract-kind-other")
            .when(
                request -> request.has("io/v1\nitems: []\nfunc") || request.has("{name: a}\nfunc"))
            .answers(reply -> reply.status(422)),
        breaks(
                "contract/items-required",
                "contract-items-missing",
                "contract-items-null",
                "contract-items-map",
                "contract-items-of-text")
            .when(HttpListFaults::isWithoutItems)
            .answers(reply -> reply.replace("items", "the list")),
        breaks("contract/duplicate-keys", "contract-duplicate-keys")
            .whenAsked("    name: one\n    name: two")
            .answers(reply -> reply.replace("8", "")),
        breaks("contract/duplicate-keys", "contract-duplicate-keys-config")
            .whenAsked("action: echo\n    action: echo")
            .answers(reply -> reply.replace("9", "")),
        breaks("contract/config-schema", "contract-config-metadata")
            .whenAsked("labels: {a: b}, annotations: {config.kubernetes.io/function")
            .answers(reply -> reply.status(422)),
        breaks("contract/config-schema", "contract-config-other-field")
            .whenAsked("no-such-field")
            .answers(reply -> reply.replace("no-such-field", "a field")),
        breaks("contract/unknown-field", "contract-unknown-field")
            .whenAsked("x-own")
            .answers(reply -> reply.replace("kept as it came", "forgotten")),
        breaks("contract/placeholder-config", "contract-placeholder-config")
            .whenAsked("function-input")
            .answers(reply -> reply.status(404)),
        breaks("contract/placeholder-config", "contract-placeholder-config")
            .whenAsked("function-input")
            .answers(reply -> reply.replace("missing", "of no kind that fits")));
  }

  private static boolean isWithoutItems(HttpMessage request) {
    return request
        .body()
        .matches(
            "(?s)(?!.*- apiVersion).*kind: ResourceList\n(items:(| \\{}| \\[text])\n)?functionConfig.*");
  }

  private static Stream<HttpFault> versions() {
    return Stream.of(
        breaks(
                "contract/versions",
                "contract-version-v1beta1",
                "contract-version-v2alpha1",
                "contract-version-v2beta1",
                "contract-version-v2")
            .whenAsked("\"value\":\"sample\"")
            .answers(reply -> reply.body(VERSION.matcher(reply.body()).replaceFirst("/v1alpha1"))),
        breaks("contract/versions", "contract-version-unknown")
            .whenAsked("config.kubernetes.io/v9")
            .asks(request -> request.replace("kubernetes.io/v9", "kubernetes.io/v1")),
        breaks("contract/no-version", "contract-no-version")
            .when(
                request ->
                    request.body().startsWith("kind: ResourceList\nitems: []")
                        && !request.has("proposedValues"))
            .answers(reply -> reply.status(400)),
        breaks("contract/no-version", "contract-no-version-results")
            .when(request -> request.body().startsWith("kind: ResourceList\nitems: []"))
            .answers(reply -> reply.replace("proposedValue: 1", "proposedValues: [1, 2]")));
  }

  private static Stream<HttpFault> results() {
    return Stream.of(
        breaks("contract/results-in", "contract-results-in")
            .whenAsked("own: kept")
            .answers(reply -> reply.replace("own: kept", "own: changed")),
        breaks("contract/proposed-values", "contract-proposed-value")
            .when(request -> request.has("io/v1\n") && request.has("proposedValues"))
            .answers(reply -> reply.replace("proposedValue: 1", "proposedValues: [1, 2]")),
        breaks("contract/proposed-values", "contract-proposed-values")
            .when(request -> request.has("io/v2alpha1\n") && request.has("proposedValues"))
            .answers(reply -> reply.replace("proposedValues:", "proposed:")),
        breaks("contract/proposed-values", "contract-proposed-values-of-one")
            .when(request -> request.has("io/v2alpha1\n") && request.has("\"proposedValue\""))
            .answers(reply -> reply.replace("proposedValues:", "proposed:")),
        breaks("contract/severity-default", "contract-severity-default")
            .when(request -> request.has("what now") && !request.has("\"field\""))
            .answers(reply -> reply.status(200)),
        breaks("contract/field-needs-ref", "contract-field-needs-ref")
            .when(request -> request.has("what now") && request.has("\"field\""))
            .answers(reply -> reply.status(200)));
  }

  private static Stream<HttpFault> annotations() {
    return Stream.of(
        breaks("contract/internal-undone", "contract-internal-undone")
            .whenAsked("\"annotation\":\"internal.config.kubernetes.io/kiln-sample\"")
            .answers(reply -> reply.replace("warning", "info")),
        breaks("contract/internal-undone", "contract-internal-older-undone")
            .whenAsked("\"annotation\":\"config.k8s.io/id\"")
            .answers(reply -> reply.replace("id: \"7\"", "id: changed")),
        breaks("contract/internal-undone", "contract-internal-added")
            .whenAsked("\"annotation\":\"internal.config.kubernetes.io/new\"")
            .answers(reply -> reply.replace("warning", "info")),
        breaks("contract/move", "contract-move")
            .whenAsked("moved.yaml")
            .answers(reply -> reply.replace("moved.yaml", "stayed.yaml")));
  }

  private static Stream<HttpFault> large() {
    return Stream.of(
        breaks("contract/large-list", "contract-large-list")
            .whenAsked("name: app-9999 ")
            .answers(reply -> reply.replace("app:9999", "app:0000")),
        breaks("contract/large-list", "contract-large-answer")
            .whenAsked("8388608")
            .answers(reply -> reply.replace("xxxxxxxx", "x")));
  }

  private static Stream<HttpFault> exits() {
    return Stream.of(
        breaks(
                "contract/exit-codes",
                "contract-exit-ok",
                "contract-exit-results",
                "contract-exit-threw",
                "contract-exit-config")
            .when(request -> ORDERS.matcher(request.body()).find())
            .answers(reply -> reply.with(EXIT, reply.header(EXIT).replaceAll("[0-9]+", "4"))));
  }
}
