package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.ServerAddresses;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts servers with flags and variables other than addresses. */
final class FlagScenarios {
  private static final String UNKNOWN = "--no-such-flag";

  private FlagScenarios() {}

  /** With the case's variables. */
  static void withVariables(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    String address = ServerAddresses.text(ServerAddresses.free());
    var variables = new HashMap<String, String>();
    variables.put(ServerAddresses.variable(context.door()), address);
    for (var each : context.request().map("variables").entrySet()) {
      DocumentValue value = each.getValue();
      variables.put(each.getKey(), value.text());
    }
    AddressScenarios.requireAnswerAt(context, address, List.of(), variables);
  }

  /** With a flag that nobody knows. */
  static void unknown(CaseContext context)
      throws CaseFailedException, IOException, InterruptedException {
    String address = ServerAddresses.text(ServerAddresses.free());
    AddressScenarios.requireFailedStart(
        context,
        List.of(ServerAddresses.flag(context.door()), address, UNKNOWN),
        Map.of(),
        UNKNOWN);
  }
}
