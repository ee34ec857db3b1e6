package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.GrpcDoor;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What only gRPC has. */
final class GrpcPlays {
  private static final int MOST_TRAILERS = 7 * 1024;

  private GrpcPlays() {}

  /** The usual request with what differs. */
  static void request(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    EvaluateRequest request = differing(stage);
    Answer answer = stage.grpc().evaluate(request, metadata(stage));
    Expectation.judge(stage.took(ask, shown(request), answer), Plays.expect(stage));
  }

  private static EvaluateRequest differing(Stage stage) throws NotAsked {
    EvaluateRequest.Builder request = stage.grpc().request(stage.ask());
    String function = stage.request().text("grpc", "function");
    String image = stage.request().text("grpc", "image");
    if (!function.isEmpty() || !image.isEmpty()) {
      request.setFunction(function).setImage(image); // the name that the kit was given would win
    }
    if (stage.request().text("grpc", "encodings").equals("unspecified")) {
      request.clearContentType().clearAccept();
    }
    return request.build();
  }

  private static Metadata metadata(Stage stage) {
    var metadata = new Metadata();
    stage
        .request()
        .map("grpc", "metadata")
        .forEach(
            (name, value) ->
                metadata.put(
                    Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER),
                    Sample.repeated(value.text())));
    return metadata;
  }

  private static String shown(EvaluateRequest request) {
    return "function: %s%nimage: %s%n%n%s"
        .formatted(
            request.getFunction(), request.getImage(), request.getResourceList().toStringUtf8());
  }

  /** Of all that an answer has, what no door shows in common. */
  static void evaluate(Stage stage) throws Failed, NotAsked {
    EvaluateResponse response = response(stage);
    Failed.unless(!response.getFunction().isEmpty(), "function: expected a name, found none");
    Failed.unless(
        response.hasTiming()
            && response.getTiming().hasQueue()
            && response.getTiming().hasParse()
            && response.getTiming().hasRun()
            && response.getTiming().hasSerialize(),
        "timing: expected queue, parse, run and serialize, found " + response.getTiming());
    boolean isWhole =
        response
            .getLog()
            .toStringUtf8()
            .contains(Sample.repeated(stage.request().text("spec", "log")));
    Failed.unless(
        response.getLogTruncated() != isWhole,
        "log_truncated: expected %s, as the log is %s, found %s"
            .formatted(!isWhole, isWhole ? "whole" : "cut", response.getLogTruncated()));
  }

  /** A failure is beside the list, not in its place. */
  static void failure(Stage stage) throws Failed, NotAsked {
    EvaluateResponse response = response(stage);
    Failed.unless(response.hasFailure(), "failure: expected one, found none");
    Failure failure = response.getFailure();
    String reason = stage.request().text("reason");
    Failed.unless(
        failure.getReason().name().equals(reason),
        "failure.reason: expected %s, found %s".formatted(reason, failure.getReason()));
    Failed.unless(failure.getExitCode() != 0, "failure.exit_code: expected not 0, found 0");
    Failed.unless(!failure.getMessage().isEmpty(), "failure.message: expected one, found none");
    Failed.unless(
        response.getResourceList().isEmpty(), "resource_list: expected none beside a failure");
  }

  /** The answer of Kiln's service, which is as the case expects. */
  private static EvaluateResponse response(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    EvaluateRequest request = stage.grpc().request(ask).build();
    EvaluateResponse response = stage.grpc().functions().evaluate(request);
    Exchange exchange = stage.took(ask, shown(request), GrpcDoor.answer(response));
    stage.notes().add(shown(request), response.toString());
    Expectation.judge(exchange, Plays.expect(stage));
    return response;
  }

  /** Porch's service, asked by a client that takes no more trailers than are promised. */
  static void porch(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    try (GrpcDoor narrow = stage.grpc().taking(MOST_TRAILERS)) {
      Answer answer = narrow.porch(ask.list(), stage.request().text("image"));
      Expectation.judge(stage.took(ask, ask.text(), answer), Plays.expect(stage));
    }
  }

  /** Health by name; watching does not end. */
  static void health(Stage stage) throws Failed {
    var names = List.of("", "krm.function.v2alpha1.FunctionService", "evaluator.FunctionEvaluator");
    for (String name : names) {
      healthy(stage, name);
    }
    if (stage.sample().isKit()) {
      healthy(stage, "function/kit");
    }
    var watch = new HealthWatch(stage.grpc().channel(), "");
    Failed.unless(
        watch.next(Waits.soon(stage)) == ServingStatus.SERVING,
        "Watch of \"\": expected SERVING at once");
    healthy(stage, ""); // which is answered behind what the stream was told
    Failed.unless(watch.isOpen(), "Watch of \"\": expected it to stay open, found that it ended");
  }

  private static void healthy(Stage stage, String name) throws Failed {
    stage.notes().add("Health/Check {service: \"" + name + "\"}", "");
    ServingStatus status =
        HealthGrpc.newBlockingStub(stage.grpc().channel())
            .withDeadlineAfter(stage.patience().toMillis(), TimeUnit.MILLISECONDS)
            .check(HealthCheckRequest.newBuilder().setService(name).build())
            .getStatus();
    Failed.unless(
        status == ServingStatus.SERVING,
        "Check of \"%s\": expected SERVING, found %s".formatted(name, status));
  }

  /** A message that is packed. */
  static void gzip(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    EvaluateResponse response =
        stage
            .grpc()
            .functions()
            .withCompression("gzip")
            .evaluate(stage.grpc().request(ask).build());
    Failed.unless(
        !response.hasFailure() && !response.getResourceList().isEmpty(),
        "expected a list for a packed message, found " + response.getFailure());
  }
}
