package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.GrpcFunctionClient;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests that exist only over gRPC. */
final class GrpcScenarios {
  private static final int MOST_TRAILERS = 7 * 1024;

  private GrpcScenarios() {}

  /** The usual request with what differs. */
  static void request(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    EvaluateRequest request = differing(context);
    FunctionResponse answer = context.grpc().evaluate(request, metadata(context));
    Expectation.judge(
        context.recordResponse(ask, shown(request), answer), Scenarios.expect(context));
  }

  private static EvaluateRequest differing(CaseContext context) throws CaseSkippedException {
    EvaluateRequest.Builder request = context.grpc().request(context.listRequest());
    String function = context.request().text("grpc", "function");
    String image = context.request().text("grpc", "image");
    if (!function.isEmpty() || !image.isEmpty()) {
      request.setFunction(function).setImage(image); // the name that the kit was given would win
    }
    if (context.request().text("grpc", "encodings").equals("unspecified")) {
      request.clearContentType().clearAccept();
    }
    return request.build();
  }

  private static Metadata metadata(CaseContext context) {
    var metadata = new Metadata();
    context
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
  static void evaluate(CaseContext context) throws CaseFailedException, CaseSkippedException {
    EvaluateResponse response = response(context);
    CaseFailedException.unless(
        !response.getFunction().isEmpty(), "function: expected a name, found none");
    CaseFailedException.unless(
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
            .contains(Sample.repeated(context.request().text("spec", "log")));
    CaseFailedException.unless(
        response.getLogTruncated() != isWhole,
        "log_truncated: expected %s, as the log is %s, found %s"
            .formatted(!isWhole, isWhole ? "whole" : "cut", response.getLogTruncated()));
  }

  /** A failure is beside the list, not in its place. */
  static void failure(CaseContext context) throws CaseFailedException, CaseSkippedException {
    EvaluateResponse response = response(context);
    CaseFailedException.unless(response.hasFailure(), "failure: expected one, found none");
    Failure failure = response.getFailure();
    String reason = context.request().text("reason");
    CaseFailedException.unless(
        failure.getReason().name().equals(reason),
        "failure.reason: expected %s, found %s".formatted(reason, failure.getReason()));
    CaseFailedException.unless(
        failure.getExitCode() != 0, "failure.exit_code: expected not 0, found 0");
    CaseFailedException.unless(
        !failure.getMessage().isEmpty(), "failure.message: expected one, found none");
    CaseFailedException.unless(
        response.getResourceList().isEmpty(), "resource_list: expected none beside a failure");
  }

  /** The answer of Kiln's service, which is as the case expects. */
  private static EvaluateResponse response(CaseContext context)
      throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    EvaluateRequest request = context.grpc().request(ask).build();
    EvaluateResponse response = context.grpc().functions().evaluate(request);
    CaseExchange exchange =
        context.recordResponse(ask, shown(request), GrpcFunctionClient.answer(response));
    context.lastExchange().set(shown(request), response.toString());
    Expectation.judge(exchange, Scenarios.expect(context));
    return response;
  }

  /** Porch's service, asked by a client that takes no more trailers than are promised. */
  static void porch(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    try (GrpcFunctionClient narrow = context.grpc().withMaxMetadata(MOST_TRAILERS)) {
      FunctionResponse answer = narrow.porch(ask.list(), context.request().text("image"));
      Expectation.judge(context.recordResponse(ask, ask.text(), answer), Scenarios.expect(context));
    }
  }

  /** Health by name; watching does not end. */
  static void health(CaseContext context) throws CaseFailedException {
    var names = List.of("", "krm.function.v2alpha1.FunctionService", "evaluator.FunctionEvaluator");
    for (String name : names) {
      healthy(context, name);
    }
    if (context.sample().isKit()) {
      healthy(context, "function/kit");
    }
    var watch = new HealthWatch(context.grpc().channel(), "");
    CaseFailedException.unless(
        watch.next(EventTimeout.of(context)) == ServingStatus.SERVING,
        "Watch of \"\": expected SERVING at once");
    healthy(context, ""); // which is answered behind what the stream was told
    CaseFailedException.unless(
        watch.isOpen(), "Watch of \"\": expected it to stay open, found that it ended");
  }

  private static void healthy(CaseContext context, String name) throws CaseFailedException {
    context.lastExchange().set("Health/Check {service: \"" + name + "\"}", "");
    ServingStatus status =
        HealthGrpc.newBlockingStub(context.grpc().channel())
            .withDeadlineAfter(context.timeout().toMillis(), TimeUnit.MILLISECONDS)
            .check(HealthCheckRequest.newBuilder().setService(name).build())
            .getStatus();
    CaseFailedException.unless(
        status == ServingStatus.SERVING,
        "Check of \"%s\": expected SERVING, found %s".formatted(name, status));
  }

  /** A message that is packed. */
  static void gzip(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    EvaluateResponse response =
        context
            .grpc()
            .functions()
            .withCompression("gzip")
            .evaluate(context.grpc().request(ask).build());
    CaseFailedException.unless(
        !response.hasFailure() && !response.getResourceList().isEmpty(),
        "expected a list for a packed message, found " + response.getFailure());
  }
}
