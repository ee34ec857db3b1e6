package dev.kiln.conformance.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.TargetDoor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks what an answer says beside the list: exit code, log, status, headers. */
final class ResponseChecks {
  private static final String REASON = "[A-Z][A-Za-z]+";

  private static final String LIST = "ResourceList";

  private ResponseChecks() {}

  /** One or several of the words for an ending. */
  static void ending(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    List<String> fits = texts(expected);
    CaseFailedException.unless(
        fits.contains(exchange.response().ending().text()),
        "expected %s, found %s (%s)"
            .formatted(
                String.join(" or ", fits),
                exchange.response().ending().text(),
                exchange.outcomeText()));
  }

  static void exitCode(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    var code = exchange.response().exitCode();
    String found = code.isPresent() ? Integer.toString(code.getAsInt()) : "none";
    CaseFailedException.unless(
        found.equals(expected.text()),
        "exit code: expected %s, found %s (%s)"
            .formatted(expected.text(), found, exchange.outcomeText()));
  }

  static void log(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    CaseFailedException.unless(
        exchange.response().log().contains(expected.text()),
        "log: expected \"%s\" in it, found \"%s\""
            .formatted(expected.text(), exchange.response().log().strip()));
  }

  /** How much of the log came. */
  static void logBytes(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    int found = exchange.response().log().getBytes(UTF_8).length;
    CaseFailedException.unless(
        found == Integer.parseInt(expected.text()),
        "log: expected %s bytes, found %d".formatted(expected.text(), found));
  }

  /** Whatever a person would read has these words. */
  static void mentions(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    FunctionResponse answer = exchange.response();
    String all = (answer.status() + answer.log() + readableText(exchange)).toLowerCase(Locale.ROOT);
    for (String word : texts(expected)) {
      CaseFailedException.unless(
          all.contains(word.toLowerCase(Locale.ROOT)),
          "message: expected \"%s\" in it, found %s".formatted(word, exchange.outcomeText()));
    }
  }

  /**
   * Of a list its results: functionConfig, which comes back with it, says what was asked for. What
   * is no list tells somebody something unless it stands on stdout, which programs read.
   */
  private static String readableText(CaseExchange exchange) {
    if (exchange.output().isPresent()) {
      return exchange.output().get().results().stream()
          .map(JsonText::of)
          .collect(Collectors.joining("\n"));
    }
    return exchange.door() == TargetDoor.STDIN ? "" : exchange.response().text();
  }

  /** There is a word for a person, where the door has a place for it. */
  static void message(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    FunctionResponse answer = exchange.response();
    boolean isThere =
        switch (exchange.door()) {
          case STDIN -> !answer.log().isBlank();
          case HTTP -> !answer.text().isBlank() || !answer.log().isBlank();
          case GRPC ->
              answer.status().matches("(?s)gRPC \\w+: (?!null).+") || !answer.log().isBlank();
        };
    CaseFailedException.unless(
        isThere, "expected a message that says why, found none (%s)".formatted(answer.status()));
  }

  /** Of HTTP; other doors have none. */
  static void status(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    if (exchange.door() == TargetDoor.HTTP) {
      String found = exchange.response().status().replaceFirst("HTTP ", "");
      CaseFailedException.unless(
          texts(expected).contains(found),
          "status: expected %s, found %s"
              .formatted(String.join(" or ", texts(expected)), exchange.outcomeText()));
    }
  }

  /** Of gRPC; other doors have none. */
  static void code(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    if (exchange.door() == TargetDoor.GRPC) {
      CaseFailedException.unless(
          exchange.response().field("code").orElse("OK").equals(expected.text()),
          "code: expected %s, found %s".formatted(expected.text(), exchange.outcomeText()));
    }
  }

  /** Headers by name; null stands for one that must not be there. */
  static void fields(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    for (Map.Entry<String, DocumentValue> each : expected.map().entrySet()) {
      String name = each.getKey();
      String found = String.join(", ", exchange.response().fields().getOrDefault(name, List.of()));
      boolean isAbsent =
          each.getValue() instanceof DocumentValue.Scalar(var type, _, _)
              && type == ScalarType.NULL;
      String pattern = each.getValue().text();
      CaseFailedException.unless(
          isAbsent ? found.isEmpty() : Pattern.compile(pattern).matcher(found).find(),
          "header %s: expected %s, found %s"
              .formatted(
                  name,
                  isAbsent ? "none" : "\"" + pattern + "\"",
                  found.isEmpty() ? "none" : "\"" + found + "\""));
    }
  }

  /** What a body is: a ResourceList or a Status, or, where both fit, either. */
  static void body(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    if (exchange.door() != TargetDoor.HTTP) {
      return;
    }
    List<String> fits = texts(expected);
    if (fits.contains(LIST) && (fits.size() == 1 || exchange.output().isPresent())) {
      exchange.list();
      return;
    }
    DocumentValue status = document(exchange);
    CaseFailedException.unless(
        status.text("kind").equals("Status")
            && status.text("apiVersion").equals("v1")
            && status.text("status").equals("Failure")
            && !status.text("message").isEmpty()
            && status.text("reason").matches(REASON)
            && exchange.response().status().endsWith(status.text("code")),
        "body: expected a Kubernetes Status (v1, Failure, a reason in one word, a message,"
            + " the code), found "
            + exchange.response().text().strip());
  }

  private static DocumentValue document(CaseExchange exchange) throws CaseFailedException {
    try {
      return YamlDocument.of(exchange.response().text()).root();
    } catch (UnreadableDocumentException e) {
      throw new CaseFailedException("body: not readable: " + e.getMessage());
    }
  }

  /** How the answer is written, and that it says so. */
  static void format(CaseExchange exchange, DocumentValue expected) throws CaseFailedException {
    if (exchange.door() == TargetDoor.STDIN) {
      return;
    }
    boolean isJson = expected.text().equals("json");
    String type = exchange.response().field("content-type").orElse("none");
    CaseFailedException.unless(
        type.startsWith(isJson ? "application/json" : "text/yaml"),
        "content type: expected %s, found %s"
            .formatted(isJson ? "application/json" : "text/yaml", type));
    if (exchange.response().ending() != CallOutcome.REFUSED) {
      exchange.list();
    }
    CaseFailedException.unless(
        !isJson || JsonText.isJson(exchange.response().text()),
        "body: expected JSON, found %s"
            .formatted(exchange.response().text().lines().findFirst().orElse("")));
  }

  static List<String> texts(DocumentValue value) {
    return value instanceof DocumentValue.Sequence list
        ? list.values().stream().map(DocumentValue::text).toList()
        : List.of(value.text());
  }
}
