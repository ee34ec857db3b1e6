package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.GrpcDoor;
import io.grpc.StatusRuntimeException;

/** Calls that end with a status, where that is what a case may ask for. */
final class Refusals {
  private Refusals() {}

  /** Holds it against the case; one that expects a code expects nothing else of an answer. */
  static void judge(Stage stage, Ask ask, String sent, StatusRuntimeException refusal)
      throws Failed, NotAsked {
    var exchange = stage.took(ask, sent, GrpcDoor.refusal(refusal));
    if (stage.request().text("expect", "code").isEmpty()) {
      throw new Failed("expected an answer, found " + exchange.said());
    }
    Expectation.judge(exchange, Plays.expect(stage));
  }
}
