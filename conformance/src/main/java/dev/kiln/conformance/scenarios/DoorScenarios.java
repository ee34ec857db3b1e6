package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.EditableListText;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.TargetDoor;
import java.util.List;
import java.util.stream.Collectors;

/** Sends the same list through several doors and compares the answers. */
final class DoorScenarios {
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

  private DoorScenarios() {}

  /** A door's list, exit code and log are those of the first door. */
  static void sameThroughAllDoors(CaseContext context)
      throws CaseFailedException, CaseSkippedException {
    TargetDoor first =
        context.target().clients().keySet().stream().sorted().findFirst().orElseThrow();
    if (first == context.door()) {
      throw new CaseSkippedException("the other doors are compared with this one");
    }
    for (String orders : ORDERS) {
      FunctionRequest ask = context.kitRequest(orders);
      FunctionResponse one = context.target().client(first).call(ask);
      FunctionResponse other = context.call(ask).response();
      requireEqual(orders, "list", one.text(), other.text());
      requireEqual(orders, "exit code", one.exitCode().toString(), other.exitCode().toString());
      if (orders.contains("said")) {
        requireEqual(orders, "log", one.log(), other.log());
      }
    }
  }

  private static void requireEqual(String orders, String what, String one, String other)
      throws CaseFailedException {
    CaseFailedException.unless(
        one.equals(other),
        "%s, %s: expected %s, as the other, found %s".formatted(orders, what, one, other));
  }

  /** The placeholder for a functionConfig is answered as none is. */
  static void placeholder(CaseContext context) throws CaseFailedException {
    EditableListText list = Sample.kitList();
    CaseExchange none = context.call(FunctionRequest.yaml(list.text()));
    CaseExchange placeholder =
        context.call(FunctionRequest.yaml(list.withConfig(PLACEHOLDER).text()));
    String orders = "no functionConfig, and the placeholder";
    requireEqual(orders, "status", none.response().status(), placeholder.response().status());
    requireEqual(orders, "log", none.response().log(), placeholder.response().log());
    requireEqual(orders, "reason", reason(none), reason(placeholder));
  }

  /** Of a list its results: functionConfig, which comes back with it, differs as it was sent. */
  private static String reason(CaseExchange exchange) {
    return exchange
        .output()
        .map(list -> list.results().stream().map(JsonText::of).collect(Collectors.joining("\n")))
        .orElseGet(() -> exchange.response().text());
  }

  /** Bad input between them changes nothing of what the next list gives. */
  static void afterBadInput(CaseContext context) throws CaseFailedException, CaseSkippedException {
    ListScenarios.sendTwice(context, () -> context.client().call(FunctionRequest.yaml("items: [")));
  }
}
