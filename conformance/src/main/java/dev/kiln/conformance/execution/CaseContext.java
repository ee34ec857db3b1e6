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
 * A case that is being asked through a door.
 *
 * @param lastExchange what went to and fro, for the report
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

  /** The list that the case describes. */
  public FunctionRequest listRequest() throws CaseSkippedException {
    return sample.ask(request());
  }

  /** Hands over a list and notes down what happened. */
  public CaseExchange call(FunctionRequest ask) {
    CaseExchange exchange = new CaseExchange(door, ask, caller().call(ask));
    lastExchange.set(exchange.requestText(), exchange.response().shown());
    return exchange;
  }

  /** Takes an answer to a request that is no plain call. */
  public CaseExchange recordResponse(FunctionRequest ask, String sent, FunctionResponse answer) {
    lastExchange.set(sent, answer.shown());
    return new CaseExchange(door, ask, answer);
  }

  /** Orders for the reference function, in JSON, with the sample list. */
  public FunctionRequest kitRequest(String spec) {
    return FunctionRequest.yaml(sample.list().withConfig(Sample.kit(spec)).text());
  }

  /** The same with another target. */
  public CaseContext withTarget(ConformanceTarget other) {
    return new CaseContext(other, door, conformanceCase, sample, lastExchange);
  }

  /** How another one of the target is started as a server. */
  public ServerLauncher launch() {
    return target.launch().orElseThrow();
  }

  /** How long a call may take. */
  public Duration timeout() {
    return caller().timeout();
  }

  public FunctionClient caller() {
    return target.caller(door);
  }

  public HttpFunctionClient http() {
    return target.http().orElseThrow();
  }

  public GrpcFunctionClient grpc() {
    return target.grpc().orElseThrow();
  }

  /** What starts another one of the target. */
  public TargetProgram program() {
    return target.program().orElseThrow();
  }
}
