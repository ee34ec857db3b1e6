package dev.kiln.conformance.execution;

import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.FunctionClient;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.GrpcFunctionClient;
import dev.kiln.conformance.targets.HttpFunctionClient;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetProgram;
import java.time.Duration;

/**
 * A case that runs against a target through a door.
 *
 * @param lastExchange the last request and answer, for the report
 */
public record CaseContext(
    ConformanceTarget target,
    TargetDoor door,
    ConformanceCase conformanceCase,
    Sample sample,
    LastExchange lastExchange) {
  /** What the case says about its request. */
  public DocumentValue request() {
    return conformanceCase.body();
  }

  /** The request with the list that the case describes. */
  public FunctionRequest listRequest() throws CaseSkippedException {
    return sample.requestFor(request());
  }

  /** Sends a list and records the answer for the report. */
  public CaseExchange call(FunctionRequest ask) {
    CaseExchange exchange = new CaseExchange(door, ask, client().call(ask));
    lastExchange.set(exchange.requestText(), exchange.response().shown());
    return exchange;
  }

  /** Records an answer to a request that is not a plain call. */
  public CaseExchange recordResponse(FunctionRequest ask, String sent, FunctionResponse answer) {
    lastExchange.set(sent, answer.shown());
    return new CaseExchange(door, ask, answer);
  }

  /** The sample list with a spec, in JSON, for the reference function. */
  public FunctionRequest kitRequest(String spec) {
    return FunctionRequest.yaml(sample.list().withConfig(Sample.kit(spec)).text());
  }

  /** The same case against another target. */
  public CaseContext withTarget(ConformanceTarget other) {
    return new CaseContext(other, door, conformanceCase, sample, lastExchange);
  }

  /** Starts another instance of the target as a server. */
  public ServerLauncher requireLauncher() {
    return target.launcher().orElseThrow();
  }

  /** How long a call may take. */
  public Duration timeout() {
    return client().timeout();
  }

  public FunctionClient client() {
    return target.client(door);
  }

  public HttpFunctionClient http() {
    return target.http().orElseThrow();
  }

  public GrpcFunctionClient grpc() {
    return target.grpc().orElseThrow();
  }

  /** Starts another instance of the target for one call. */
  public TargetProgram program() {
    return target.program().orElseThrow();
  }
}
