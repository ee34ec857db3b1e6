package dev.kiln.conformance.execution;

import dev.kiln.conformance.cases.Case;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Caller;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.GrpcDoor;
import dev.kiln.conformance.targets.HttpDoor;
import dev.kiln.conformance.targets.Launch;
import dev.kiln.conformance.targets.Program;
import dev.kiln.conformance.targets.Target;
import java.time.Duration;

/**
 * A case that is being asked through a door.
 *
 * @param notes what went to and fro, for the report
 */
public record Stage(Target target, Door door, Case asked, Sample sample, Notes notes) {
  /** What the case says about its request. */
  public Value request() {
    return asked.body();
  }

  /** The list that the case describes. */
  public Ask ask() throws NotAsked {
    return sample.ask(request());
  }

  /** Hands over a list and notes down what happened. */
  public Exchange call(Ask ask) {
    Exchange exchange = new Exchange(door, ask, caller().call(ask));
    notes.add(exchange.sent(), exchange.answer().shown());
    return exchange;
  }

  /** Takes an answer to a request that is no plain call. */
  public Exchange took(Ask ask, String sent, Answer answer) {
    notes.add(sent, answer.shown());
    return new Exchange(door, ask, answer);
  }

  /** Orders for the reference function, in JSON, with the sample list. */
  public Ask kit(String spec) {
    return Ask.yaml(sample.list().withConfig(Sample.kit(spec)).text());
  }

  /** The same with another target. */
  public Stage on(Target other) {
    return new Stage(other, door, asked, sample, notes);
  }

  /** How another one of the target is started as a server. */
  public Launch launch() {
    return target.launch().orElseThrow();
  }

  /** How long a call may take. */
  public Duration patience() {
    return caller().patience();
  }

  public Caller caller() {
    return target.caller(door);
  }

  public HttpDoor http() {
    return target.http().orElseThrow();
  }

  public GrpcDoor grpc() {
    return target.grpc().orElseThrow();
  }

  /** What starts another one of the target. */
  public Program program() {
    return target.program().orElseThrow();
  }
}
