package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.Differences;
import dev.kiln.conformance.document.FoundList;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.document.Value.Mapping;
import dev.kiln.conformance.document.Value.Scalar;
import dev.kiln.conformance.document.Value.Sequence;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.targets.Ending;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a function says that it found. */
final class Results {
  private static final Set<String> SEVERITIES = Set.of("error", "warning", "info");

  private Results() {}

  /** They are these; {@code sent}: those that the request asked for. */
  static void are(Exchange exchange, Value expected) throws Failed {
    Value wanted =
        expected.text().equals("sent")
            ? exchange.input().root().findAt("functionConfig", "spec", "results").orElseThrow()
            : expected;
    Value found =
        exchange
            .list()
            .document()
            .root()
            .find("results")
            .orElseThrow(() -> new Failed("results: missing in what came back"));
    List<String> differences = Differences.between("results", wanted, found);
    Failed.unless(differences.isEmpty(), String.join("\n", differences));
  }

  /** Who says error fails, and who fails says why. */
  static void agree(Exchange exchange, Value expected) throws Failed {
    boolean hasError = exchange.output().filter(list -> hasError(exchange, list)).isPresent();
    if (exchange.answer().ending() == Ending.SUCCESS) {
      Failed.unless(!hasError, "a result says error, and " + exchange.said());
    } else {
      Failed.unless(
          hasError || !exchange.answer().log().isBlank() || saysWhy(exchange),
          "it fails (" + exchange.said() + ") and does not say why: no error result, no message");
    }
  }

  /** A list that came back says error. */
  static void error(Exchange exchange, Value expected) throws Failed {
    Failed.unless(
        exchange.output().filter(list -> !hasError(exchange, list)).isEmpty(),
        "results: expected one that says error, found none (" + exchange.said() + ")");
  }

  private static boolean hasError(Exchange exchange, FoundList list) {
    return list.results().stream()
        .filter(result -> own(exchange, result))
        .anyMatch(result -> severity(result).equals("error"));
  }

  /** Whether the function added it: those that came with the list are no word of its own. */
  private static boolean own(Exchange exchange, Value result) {
    return exchange.input().root().list("results").stream()
        .noneMatch(given -> Differences.isSame(given, result));
  }

  /** In an answer that is no list: a Status, say. */
  private static boolean saysWhy(Exchange exchange) {
    return exchange.output().isEmpty() && !exchange.answer().text().isBlank();
  }

  private static String severity(Value result) {
    return result.find("severity").map(Value::text).orElse("error");
  }

  /** One part of a result's form, by the schema. */
  static void form(Exchange exchange, Value expected) throws Failed, NotAsked {
    Optional<Value> all = exchange.output().flatMap(l -> l.document().root().find("results"));
    Failed.unless(
        all.isEmpty() || all.get() instanceof Sequence || !expected.text().equals("message"),
        "results: expected a list, found " + all.map(Value::kind).orElse("nothing"));
    List<Value> results = exchange.output().map(list -> list.results()).orElse(List.of());
    boolean isThere = false;
    for (int i = 0; i < results.size(); i++) {
      isThere |= part(results.get(i), expected.text(), "results[" + i + "]");
    }
    if (!isThere) {
      throw new NotAsked(
          results.isEmpty() ? "no results came" : "no result that came has " + expected.text());
    }
  }

  /** Whether there is such a part; fails if it is out of form. */
  private static boolean part(Value result, String part, String at) throws Failed {
    Failed.unless(result instanceof Mapping, at + ": expected a map, found " + result.kind());
    if (part.equals("message")) {
      text(result, "message", at);
      return true;
    }
    Optional<Value> found =
        part.equals("proposedValues") ? result.findAt("field", part) : result.find(part);
    if (found.isEmpty()) {
      return false;
    }
    Value value = found.get();
    String place = at + "." + part;
    switch (part) {
      case "severity" ->
          Failed.unless(
              SEVERITIES.contains(value.text()),
              place + ": expected error, warning or info, found \"" + value.text() + "\"");
      case "resourceRef" -> {
        for (String field : List.of("apiVersion", "kind", "name")) {
          text(value, field, place);
        }
        if (value.find("namespace").isPresent()) {
          text(value, "namespace", place);
        }
      }
      case "proposedValues" ->
          Failed.unless(
              value instanceof Sequence,
              "%s.field.%s: expected a list, found %s".formatted(at, part, value.kind()));
      case "field" -> {
        text(value, "path", place);
        Failed.unless(
            result.find("resourceRef").isPresent(),
            place + ": expected a resourceRef beside it, found none");
      }
      case "file" -> {
        text(value, "path", place);
        Failed.unless(
            !value.text("path").startsWith("/") && !value.text("path").contains("\\"),
            place
                + ".path: expected a relative path with slashes, found \""
                + value.text("path")
                + "\"");
        Optional<Value> index = value.find("index");
        Failed.unless(
            index.isEmpty()
                || (index.get() instanceof Scalar scalar && scalar.type() == ScalarType.NUMBER),
            place + ".index: expected a number");
      }
      case "tags" -> {
        Failed.unless(value instanceof Mapping, place + ": expected a map, found " + value.kind());
        for (String tag : value.map().keySet()) {
          text(value, tag, place);
        }
      }
      default -> throw new IllegalStateException("no part of a result: " + part);
    }
    return true;
  }

  private static void text(Value map, String field, String at) throws Failed {
    Value value = map.find(field).orElse(null);
    Failed.unless(
        value instanceof Scalar scalar && scalar.type() == ScalarType.STRING,
        "%s.%s: expected a string, found %s"
            .formatted(at, field, value == null ? "nothing" : value.kind()));
  }
}
