package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Ports;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Servers that are started with flags and variables that are no address. */
final class FlagPlays {
  private static final String UNKNOWN = "--no-such-flag";

  private FlagPlays() {}

  /** With the case's variables. */
  static void withVariables(Stage stage) throws Failed, NotAsked, IOException {
    String address = Ports.text(Ports.free());
    var variables = new HashMap<String, String>();
    variables.put(Ports.variable(stage.door()), address);
    for (var each : stage.request().map("variables").entrySet()) {
      Value value = each.getValue();
      variables.put(each.getKey(), value.text());
    }
    StartPlays.answersAt(stage, address, List.of(), variables);
  }

  /** With a flag that nobody knows. */
  static void unknown(Stage stage) throws Failed, IOException, InterruptedException {
    String address = Ports.text(Ports.free());
    StartPlays.ends(stage, List.of(Ports.flag(stage.door()), address, UNKNOWN), Map.of(), UNKNOWN);
  }
}
