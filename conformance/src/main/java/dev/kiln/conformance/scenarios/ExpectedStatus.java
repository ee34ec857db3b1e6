package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.GrpcFunctionClient;
import io.grpc.StatusRuntimeException;

/** Checks gRPC calls that may end with a status that the case expects. */
final class ExpectedStatus {
  private ExpectedStatus() {}

  /** Holds it against the case; one that expects a code expects nothing else of an answer. */
  static void judge(
      CaseContext context, FunctionRequest ask, String sent, StatusRuntimeException refusal)
      throws CaseFailedException, CaseSkippedException {
    var exchange = context.recordResponse(ask, sent, GrpcFunctionClient.refusal(refusal));
    if (context.request().text("expect", "code").isEmpty()) {
      throw new CaseFailedException("expected an answer, found " + exchange.outcomeText());
    }
    Expectation.judge(exchange, Scenarios.expect(context));
  }
}
