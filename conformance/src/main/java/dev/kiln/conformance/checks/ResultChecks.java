package dev.kiln.conformance.checks;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Scalar;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import dev.kiln.conformance.document.OutputList;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.ValueDifferences;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the results of a function. */
final class ResultChecks {
  private static final Set<String> SEVERITIES = Set.of("error", "warning", "info");

  private ResultChecks() {}

  /** They are these; {@code sent}: those that the request asked for. */
  static void requireResults(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    DocumentValue wanted =
        expected.text().equals("sent")
            ? exchange.input().root().findAt("functionConfig", "spec", "results").orElseThrow()
            : expected;
    DocumentValue found =
        exchange
            .list()
            .document()
            .root()
            .find("results")
            .orElseThrow(() -> new CaseFailedException("results: missing in the answer"));
    List<String> differences = ValueDifferences.between("results", wanted, found);
    CaseFailedException.unless(differences.isEmpty(), String.join("\n", differences));
  }

  /** Who says error fails, and who fails says why. */
  static void requireConsistentOutcome(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    boolean hasError = exchange.output().filter(list -> hasError(exchange, list)).isPresent();
    if (exchange.response().ending() == CallOutcome.SUCCESS) {
      CaseFailedException.unless(!hasError, "a result says error, and " + exchange.outcomeText());
    } else {
      CaseFailedException.unless(
          hasError || !exchange.response().log().isBlank() || hasFailureText(exchange),
          "it fails ("
              + exchange.outcomeText()
              + ") and does not say why: no error result, no message");
    }
  }

  /** A list that came back says error. */
  static void requireErrorResult(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException {
    CaseFailedException.unless(
        exchange.output().filter(list -> !hasError(exchange, list)).isEmpty(),
        "results: expected one that says error, found none (" + exchange.outcomeText() + ")");
  }

  private static boolean hasError(CaseExchange exchange, OutputList list) {
    return list.results().stream()
        .filter(result -> isAddedByFunction(exchange, result))
        .anyMatch(result -> severity(result).equals("error"));
  }

  /** Whether the function added it: those that came with the list are no word of its own. */
  private static boolean isAddedByFunction(CaseExchange exchange, DocumentValue result) {
    return exchange.input().root().list("results").stream()
        .noneMatch(given -> ValueDifferences.isSame(given, result));
  }

  /** In an answer that is no list: a Status, say. */
  private static boolean hasFailureText(CaseExchange exchange) {
    return exchange.output().isEmpty() && !exchange.response().text().isBlank();
  }

  private static String severity(DocumentValue result) {
    return result.find("severity").map(DocumentValue::text).orElse("error");
  }

  /** One part of a result's form, by the schema. */
  static void requireForm(CaseExchange exchange, DocumentValue expected)
      throws CaseFailedException, CaseSkippedException {
    Optional<DocumentValue> all =
        exchange.output().flatMap(l -> l.document().root().find("results"));
    CaseFailedException.unless(
        all.isEmpty() || all.get() instanceof Sequence || !expected.text().equals("message"),
        "results: expected a list, found " + all.map(DocumentValue::kind).orElse("nothing"));
    List<DocumentValue> results = exchange.output().map(list -> list.results()).orElse(List.of());
    boolean isThere = false;
    for (int i = 0; i < results.size(); i++) {
      isThere |= checkPart(results.get(i), expected.text(), "results[" + i + "]");
    }
    if (!isThere) {
      throw new CaseSkippedException(
          results.isEmpty() ? "no results came" : "no result that came has " + expected.text());
    }
  }

  /** Whether there is such a part; fails if it is out of form. */
  private static boolean checkPart(DocumentValue result, String part, String at)
      throws CaseFailedException {
    CaseFailedException.unless(
        result instanceof Mapping, at + ": expected a map, found " + result.kind());
    if (part.equals("message")) {
      requireString(result, "message", at);
      return true;
    }
    Optional<DocumentValue> found =
        part.equals("proposedValues") ? result.findAt("field", part) : result.find(part);
    if (found.isEmpty()) {
      return false;
    }
    DocumentValue value = found.get();
    String place = at + "." + part;
    switch (part) {
      case "severity" ->
          CaseFailedException.unless(
              SEVERITIES.contains(value.text()),
              place + ": expected error, warning or info, found \"" + value.text() + "\"");
      case "resourceRef" -> {
        for (String field : List.of("apiVersion", "kind", "name")) {
          requireString(value, field, place);
        }
        if (value.find("namespace").isPresent()) {
          requireString(value, "namespace", place);
        }
      }
      case "proposedValues" ->
          CaseFailedException.unless(
              value instanceof Sequence,
              "%s.field.%s: expected a list, found %s".formatted(at, part, value.kind()));
      case "field" -> {
        requireString(value, "path", place);
        CaseFailedException.unless(
            result.find("resourceRef").isPresent(),
            place + ": expected a resourceRef beside it, found none");
      }
      case "file" -> {
        requireString(value, "path", place);
        CaseFailedException.unless(
            !value.text("path").startsWith("/") && !value.text("path").contains("\\"),
            place
                + ".path: expected a relative path with slashes, found \""
                + value.text("path")
                + "\"");
        Optional<DocumentValue> index = value.find("index");
        CaseFailedException.unless(
            index.isEmpty()
                || (index.get() instanceof Scalar scalar && scalar.type() == ScalarType.NUMBER),
            place + ".index: expected a number");
      }
      case "tags" -> {
        CaseFailedException.unless(
            value instanceof Mapping, place + ": expected a map, found " + value.kind());
        for (String tag : value.map().keySet()) {
          requireString(value, tag, place);
        }
      }
      default -> throw new IllegalStateException("no part of a result: " + part);
    }
    return true;
  }

  private static void requireString(DocumentValue map, String field, String at)
      throws CaseFailedException {
    DocumentValue value = map.find(field).orElse(null);
    CaseFailedException.unless(
        value instanceof Scalar scalar && scalar.type() == ScalarType.STRING,
        "%s.%s: expected a string, found %s"
            .formatted(at, field, value == null ? "nothing" : value.kind()));
  }
}
