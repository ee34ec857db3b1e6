package dev.kiln.conformance.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ending;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an answer says beside the list. */
final class Answers {
  private static final String REASON = "[A-Z][A-Za-z]+";

  private static final String LIST = "ResourceList";

  private Answers() {}

  /** One or several of the words for an ending. */
  static void ending(Exchange exchange, Value expected) throws Failed {
    List<String> fits = texts(expected);
    Failed.unless(
        fits.contains(exchange.answer().ending().text()),
        "expected %s, found %s (%s)"
            .formatted(
                String.join(" or ", fits), exchange.answer().ending().text(), exchange.said()));
  }

  static void exitCode(Exchange exchange, Value expected) throws Failed {
    var code = exchange.answer().exitCode();
    String found = code.isPresent() ? Integer.toString(code.getAsInt()) : "none";
    Failed.unless(
        found.equals(expected.text()),
        "exit code: expected %s, found %s (%s)".formatted(expected.text(), found, exchange.said()));
  }

  static void log(Exchange exchange, Value expected) throws Failed {
    Failed.unless(
        exchange.answer().log().contains(expected.text()),
        "log: expected \"%s\" in it, found \"%s\""
            .formatted(expected.text(), exchange.answer().log().strip()));
  }

  /** How much of the log came. */
  static void logBytes(Exchange exchange, Value expected) throws Failed {
    int found = exchange.answer().log().getBytes(UTF_8).length;
    Failed.unless(
        found == Integer.parseInt(expected.text()),
        "log: expected %s bytes, found %d".formatted(expected.text(), found));
  }

  /** Whatever a person would read has these words. */
  static void says(Exchange exchange, Value expected) throws Failed {
    Answer answer = exchange.answer();
    String all = (answer.status() + answer.log() + told(exchange)).toLowerCase(Locale.ROOT);
    for (String word : texts(expected)) {
      Failed.unless(
          all.contains(word.toLowerCase(Locale.ROOT)),
          "message: expected \"%s\" in it, found %s".formatted(word, exchange.said()));
    }
  }

  /**
   * Of a list its results: functionConfig, which comes back with it, says what was asked for. What
   * is no list tells somebody something unless it stands on stdout, which programs read.
   */
  private static String told(Exchange exchange) {
    if (exchange.output().isPresent()) {
      return exchange.output().get().results().stream()
          .map(Json::of)
          .collect(Collectors.joining("\n"));
    }
    return exchange.door() == Door.STDIN ? "" : exchange.answer().text();
  }

  /** There is a word for a person, where the door has a place for it. */
  static void message(Exchange exchange, Value expected) throws Failed {
    Answer answer = exchange.answer();
    boolean isThere =
        switch (exchange.door()) {
          case STDIN -> !answer.log().isBlank();
          case HTTP -> !answer.text().isBlank() || !answer.log().isBlank();
          case GRPC ->
              answer.status().matches("(?s)gRPC \\w+: (?!null).+") || !answer.log().isBlank();
        };
    Failed.unless(
        isThere, "expected a message that says why, found none (%s)".formatted(answer.status()));
  }

  /** Of HTTP; other doors have none. */
  static void status(Exchange exchange, Value expected) throws Failed {
    if (exchange.door() == Door.HTTP) {
      String found = exchange.answer().status().replaceFirst("HTTP ", "");
      Failed.unless(
          texts(expected).contains(found),
          "status: expected %s, found %s"
              .formatted(String.join(" or ", texts(expected)), exchange.said()));
    }
  }

  /** Of gRPC; other doors have none. */
  static void code(Exchange exchange, Value expected) throws Failed {
    if (exchange.door() == Door.GRPC) {
      Failed.unless(
          exchange.answer().field("code").orElse("OK").equals(expected.text()),
          "code: expected %s, found %s".formatted(expected.text(), exchange.said()));
    }
  }

  /** Headers by name; null stands for one that must not be there. */
  static void fields(Exchange exchange, Value expected) throws Failed {
    for (Map.Entry<String, Value> each : expected.map().entrySet()) {
      String name = each.getKey();
      String found = String.join(", ", exchange.answer().fields().getOrDefault(name, List.of()));
      boolean isAbsent =
          each.getValue() instanceof Value.Scalar(var type, _, _) && type == ScalarType.NULL;
      String pattern = each.getValue().text();
      Failed.unless(
          isAbsent ? found.isEmpty() : Pattern.compile(pattern).matcher(found).find(),
          "header %s: expected %s, found %s"
              .formatted(
                  name,
                  isAbsent ? "none" : "\"" + pattern + "\"",
                  found.isEmpty() ? "none" : "\"" + found + "\""));
    }
  }

  /** What a body is: a ResourceList or a Status, or, where both fit, either. */
  static void body(Exchange exchange, Value expected) throws Failed {
    if (exchange.door() != Door.HTTP) {
      return;
    }
    List<String> fits = texts(expected);
    if (fits.contains(LIST) && (fits.size() == 1 || exchange.output().isPresent())) {
      exchange.list();
      return;
    }
    Value status = document(exchange);
    Failed.unless(
        status.text("kind").equals("Status")
            && status.text("apiVersion").equals("v1")
            && status.text("status").equals("Failure")
            && !status.text("message").isEmpty()
            && status.text("reason").matches(REASON)
            && exchange.answer().status().endsWith(status.text("code")),
        "body: expected a Kubernetes Status (v1, Failure, a reason in one word, a message,"
            + " the code), found "
            + exchange.answer().text().strip());
  }

  private static Value document(Exchange exchange) throws Failed {
    try {
      return Document.of(exchange.answer().text()).root();
    } catch (Unreadable e) {
      throw new Failed("body: nobody can read it: " + e.getMessage());
    }
  }

  /** How the answer is written, and that it says so. */
  static void format(Exchange exchange, Value expected) throws Failed {
    if (exchange.door() == Door.STDIN) {
      return;
    }
    boolean isJson = expected.text().equals("json");
    String type = exchange.answer().field("content-type").orElse("none");
    Failed.unless(
        type.startsWith(isJson ? "application/json" : "text/yaml"),
        "content type: expected %s, found %s"
            .formatted(isJson ? "application/json" : "text/yaml", type));
    if (exchange.answer().ending() != Ending.REFUSED) {
      exchange.list();
    }
    Failed.unless(
        !isJson || Json.isJson(exchange.answer().text()),
        "body: expected JSON, found %s"
            .formatted(exchange.answer().text().lines().findFirst().orElse("")));
  }

  static List<String> texts(Value value) {
    return value instanceof Value.Sequence list
        ? list.values().stream().map(Value::text).toList()
        : List.of(value.text());
  }
}
