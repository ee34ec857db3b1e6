package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.ListText;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Door;
import java.util.List;
import java.util.stream.Collectors;

/** The same through several doors. */
final class DoorPlays {
  private static final List<String> ORDERS =
      List.of(
          "{\"action\":\"edit\",\"value\":\"x\",\"log\":\"said\"}",
          "{\"action\":\"fail\",\"message\":\"no\"}",
          "{\"action\":\"throw\",\"message\":\"kaputt\"}",
          "{\"action\":\"dance\"}");

  /** As kpt and kustomize send it. */
  private static final String PLACEHOLDER =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
          + "\"function-input\",\"annotations\":{\"a\":\"b\"}},\"data\":{}}";

  private DoorPlays() {}

  /** A door's list, exit code and log are those of the first door. */
  static void same(Stage stage) throws Failed, NotAsked {
    Door first = stage.target().callers().keySet().stream().sorted().findFirst().orElseThrow();
    if (first == stage.door()) {
      throw new NotAsked("it is what the other doors are held against");
    }
    for (String orders : ORDERS) {
      Ask ask = stage.kit(orders);
      Answer one = stage.target().caller(first).call(ask);
      Answer other = stage.call(ask).answer();
      is(orders, "list", one.text(), other.text());
      is(orders, "exit code", one.exitCode().toString(), other.exitCode().toString());
      if (orders.contains("said")) {
        is(orders, "log", one.log(), other.log());
      }
    }
  }

  private static void is(String orders, String what, String one, String other) throws Failed {
    Failed.unless(
        one.equals(other),
        "%s, %s: expected %s, as the other, found %s".formatted(orders, what, one, other));
  }

  /** The placeholder for a functionConfig is answered as none is. */
  static void placeholder(Stage stage) throws Failed {
    ListText list = Sample.own();
    Exchange none = stage.call(Ask.yaml(list.text()));
    Exchange placeholder = stage.call(Ask.yaml(list.withConfig(PLACEHOLDER).text()));
    String orders = "no functionConfig, and the placeholder";
    is(orders, "status", none.answer().status(), placeholder.answer().status());
    is(orders, "log", none.answer().log(), placeholder.answer().log());
    is(orders, "reason", reason(none), reason(placeholder));
  }

  /** Of a list its results: functionConfig, which comes back with it, differs as it was sent. */
  private static String reason(Exchange exchange) {
    return exchange
        .output()
        .map(list -> list.results().stream().map(Json::of).collect(Collectors.joining("\n")))
        .orElseGet(() -> exchange.answer().text());
  }

  /** Bad input between them changes nothing of what the next list gives. */
  static void afterBadInput(Stage stage) throws Failed, NotAsked {
    ListPlays.twice(stage, () -> stage.caller().call(Ask.yaml("items: [")));
  }
}
