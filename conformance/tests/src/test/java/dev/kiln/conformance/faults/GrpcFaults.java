package dev.kiln.conformance.faults;

import static dev.kiln.conformance.faults.GrpcFault.breaks;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.DescribeResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.Reason;
import dev.kiln.proto.v2alpha1.StepResult;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Ways to break what Kiln's contract says of gRPC. */
final class GrpcFaults {
  private static final ByteString SOMETHING = ByteString.copyFromUtf8("items: []\n");

  private GrpcFaults() {}

  static Stream<GrpcFault> all() {
    return Stream.of(
            porch(), evaluations(), choices(), pipelines(), describing(), around(), statuses())
        .flatMap(some -> some);
  }

  private static Predicate<GrpcCall> of(String method, String text) {
    return call -> call.is(method) && call.has(text);
  }

  private static UnaryOperator<Status> code(Status other) {
    return status -> status.isOk() ? status : other.withDescription(status.getDescription());
  }

  /** Where a message has something; the type has to be that of the method. */
  private static <M extends MessageLite> Predicate<GrpcCall> of(
      String method, Parser<M> type, Predicate<M> which) {
    return call -> call.is(method) && which.test(read(type, call.message()));
  }

  private static <M> M read(Parser<M> type, ByteString message) {
    try {
      return type.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Stream<GrpcFault> porch() {
    String porch = "EvaluateFunction";
    return Stream.of(
        breaks("contract/grpc-porch", "contract-grpc-porch")
            .when(of(porch, "a word to a person"))
            .answers(
                EvaluateFunctionResponse::newBuilder, EvaluateFunctionResponse.Builder::clearLog),
        breaks("contract/grpc-porch-failed", "contract-grpc-porch-failed")
            .when(of(porch, "found something wrong"))
            .withoutDetails(),
        breaks("contract/grpc-porch-failed", "contract-grpc-porch-failed-log")
            .when(of(porch, "found and logged"))
            .ends(status -> status.withDescription("found and logged")),
        breaks("contract/grpc-porch-failed", "contract-grpc-porch-failed-long")
            .when(of(porch, "foundxxx"))
            .trailers(GrpcFaults::aThousandMore),
        breaks("contract/grpc-porch-failed", "contract-grpc-porch-failed-percent")
            .when(of(porch, "foundäää"))
            .trailers(GrpcFaults::aThousandMore),
        breaks("contract/grpc-porch-image", "contract-grpc-porch-by-image")
            .when(of(porch, "kit:v99"))
            .ends(_ -> Status.NOT_FOUND),
        breaks("contract/grpc-porch-image", "contract-grpc-porch-image")
            .when(of(porch, "no/such"))
            .ends(code(Status.INVALID_ARGUMENT)));
  }

  /** Which a client that takes 8 KiB still reads. */
  private static Metadata aThousandMore(Metadata trailers) {
    trailers.put(Metadata.Key.of("x-more", Metadata.ASCII_STRING_MARSHALLER), "x".repeat(1000));
    return trailers;
  }

  private static GrpcFault evaluated(
      String clause, String asked, String text, Consumer<EvaluateResponse.Builder> change) {
    return breaks(clause, asked)
        .when(of("Evaluate", text))
        .answers(EvaluateResponse::newBuilder, change);
  }

  private static Stream<GrpcFault> evaluations() {
    return Stream.of(
        evaluated(
            "contract/grpc-evaluate",
            "contract-grpc-evaluate",
            "\"a word\"",
            answer -> answer.getTimingBuilder().clearQueue()),
        evaluated(
            "contract/grpc-evaluate",
            "contract-grpc-evaluate",
            "\"a word\"",
            answer -> answer.setLogTruncated(true)),
        evaluated(
            "contract/grpc-evaluate",
            "contract-grpc-log-cut",
            "xxxxxxxx",
            EvaluateResponse.Builder::clearLogTruncated),
        evaluated(
            "contract/grpc-failure",
            "contract-grpc-failure-results",
            "{\"action\":\"fail\",\"message\":\"no\"}",
            answer -> answer.setResourceList(SOMETHING)),
        evaluated(
            "contract/grpc-failure",
            "contract-grpc-failure-log",
            "failed and logged",
            EvaluateResponse.Builder::clearLog),
        evaluated(
            "contract/grpc-failure",
            "contract-grpc-failure-list",
            "failed and listed",
            answer -> answer.getFailureBuilder().clearResourceList()),
        evaluated(
            "contract/grpc-failure",
            "contract-grpc-failure-threw",
            "{\"action\":\"throw\",\"message\":\"no\"}",
            answer -> answer.getFailureBuilder().setReason(Reason.RESULTS)),
        evaluated(
            "contract/grpc-failure",
            "contract-grpc-failure-config",
            "{\"action\":\"dance\"}",
            answer -> answer.getFailureBuilder().clearMessage()),
        breaks("contract/grpc-encodings", "contract-grpc-json", "contract-grpc-json-of-yaml")
            .when(call -> call.is("Evaluate"))
            .asks(EvaluateRequest::newBuilder, EvaluateRequest.Builder::clearAccept),
        breaks("contract/grpc-encodings", "contract-grpc-yaml-of-json")
            .when(call -> call.is("Evaluate"))
            .asks(EvaluateRequest::newBuilder, GrpcFaults::answeredAsAsked),
        breaks("contract/grpc-encodings", "contract-grpc-unspecified")
            .when(unspecified(false))
            .answers(EvaluateResponse::newBuilder, answer -> answer.setContentType(Encoding.JSON)),
        breaks("contract/grpc-encodings", "contract-grpc-unspecified-json")
            .when(unspecified(true))
            .ends(_ -> Status.INVALID_ARGUMENT),
        breaks("contract/grpc-encodings", "contract-grpc-pipeline-json")
            .when(of("EvaluatePipeline", "\"name\":\"j\""))
            .asks(PipelineRequest::newBuilder, PipelineRequest.Builder::clearAccept),
        breaks("contract/grpc-gzip", "contract-grpc-gzip")
            .when(GrpcCall::isZipped)
            .ends(_ -> Status.UNIMPLEMENTED));
  }

  private static Predicate<GrpcCall> unspecified(boolean isJson) {
    return of(
        "Evaluate",
        EvaluateRequest.parser(),
        request ->
            request.getContentType() == Encoding.ENCODING_UNSPECIFIED
                && isJson == request.getResourceList().toStringUtf8().startsWith("{"));
  }

  private static void answeredAsAsked(EvaluateRequest.Builder request) {
    if (request.getContentType() == Encoding.JSON) {
      request.setAccept(Encoding.JSON);
    }
  }

  private static Stream<GrpcFault> choices() {
    return Stream.of(
        breaks("contract/choose-by-image", "contract-grpc-by-image")
            .when(of("Evaluate", "kit:v99"))
            .ends(_ -> Status.NOT_FOUND),
        evaluated(
                "contract/choose-by-name",
                "contract-grpc-by-name",
                "R\u0003kit",
                EvaluateResponse.Builder::clearFunction)
            .when(of("Evaluate", "R\u0003kit").and(call -> !call.has("no/such"))),
        breaks("contract/choose-by-name", "contract-grpc-name-wins")
            .when(of("Evaluate", EvaluateRequest.parser(), GrpcFaults::hasBoth))
            .asks(EvaluateRequest::newBuilder, EvaluateRequest.Builder::clearFunction),
        breaks("contract/choose-by-name", "contract-grpc-pipeline-by-name")
            .when(of("EvaluatePipeline", "no/such"))
            .asks(
                PipelineRequest::newBuilder, request -> request.getStepsBuilder(0).clearFunction()),
        breaks("contract/choose-by-image", "contract-grpc-pipeline-by-image")
            .when(of("EvaluatePipeline", "kit:v99"))
            .asks(
                PipelineRequest::newBuilder,
                request -> request.getStepsBuilder(0).setImage("example.com/no/such:v1")),
        breaks("contract/grpc-not-found", "contract-grpc-pipeline-unknown")
            .when(of("EvaluatePipeline", "no-such-function"))
            .ends(code(Status.INVALID_ARGUMENT)),
        breaks("contract/grpc-not-found", "contract-grpc-pipeline-unknown-image")
            .when(of("EvaluatePipeline", "no/such"))
            .asks(PipelineRequest::newBuilder, request -> request.getStepsBuilder(1).clearImage()),
        breaks("contract/grpc-not-found", "contract-grpc-describe-unknown")
            .when(of("Describe", "no-such-function"))
            .ends(code(Status.INVALID_ARGUMENT)),
        breaks("contract/grpc-not-found", "contract-grpc-not-found")
            .when(of("Evaluate", "no-such-function"))
            .ends(status -> status.withDescription("no-such-function")),
        breaks("contract/grpc-not-found", "contract-grpc-unknown-image")
            .when(of("Evaluate", "no/such"))
            .ends(code(Status.INVALID_ARGUMENT)));
  }

  private static boolean hasBoth(EvaluateRequest request) {
    return !request.getFunction().isEmpty() && !request.getImage().isEmpty();
  }

  private static Stream<GrpcFault> pipelines() {
    Predicate<GrpcCall> pipeline = call -> call.is("EvaluatePipeline");
    return Stream.of(
        breaks("contract/grpc-pipeline", "contract-grpc-pipeline")
            .when(pipeline.and(call -> call.has("\"value\":\"y\"")))
            .answers(
                PipelineResponse::newBuilder, answer -> answer.setSteps(0, answer.getSteps(1))),
        told(step -> step.clearFunction()),
        told(step -> step.clearLog()),
        told(step -> step.clearTiming()),
        breaks("contract/grpc-pipeline-failed", "contract-grpc-pipeline-failed")
            .when(of("EvaluatePipeline", "three"))
            .answers(
                PipelineResponse::newBuilder,
                answer -> answer.setFailedStep(Math.max(0, answer.getFailedStep() - 1))),
        breaks("contract/grpc-validate-only", "contract-grpc-validate-only-failed")
            .when(of("EvaluatePipeline", "not valid"))
            .asks(
                PipelineRequest::newBuilder,
                request -> request.getStepsBuilder(0).setDeferFailure(true)),
        breaks("contract/grpc-validate-only", "contract-grpc-validate-only")
            .when(pipeline)
            .asks(
                PipelineRequest::newBuilder,
                request -> request.getStepsBuilder(0).clearValidateOnly()),
        breaks("contract/grpc-defer-failure", "contract-grpc-defer-failure")
            .when(pipeline)
            .asks(
                PipelineRequest::newBuilder,
                request -> request.getStepsBuilder(1).clearDeferFailure()));
  }

  private static GrpcFault told(Consumer<StepResult.Builder> change) {
    return breaks("contract/grpc-pipeline", "contract-grpc-pipeline-told")
        .when(of("EvaluatePipeline", "the first word"))
        .answers(PipelineResponse::newBuilder, answer -> change.accept(answer.getStepsBuilder(0)));
  }

  private static Stream<GrpcFault> describing() {
    return Stream.of(
        described(DescribeResponse.Builder::clearDefinitions),
        described(answer -> answer.getFunctionsBuilder(0).clearImages()),
        described(answer -> answer.getFunctionsBuilder(0).clearConfigTypes()),
        breaks("contract/grpc-describe", "contract-grpc-describe-one")
            .when(of("Describe", "kit"))
            .asks(DescribeRequest::newBuilder, DescribeRequest.Builder::clearFunction),
        breaks("contract/grpc-describe", "contract-grpc-describe-json")
            .when(of("Describe", DescribeRequest.parser(), GrpcFaults::isInJson))
            .asks(DescribeRequest::newBuilder, DescribeRequest.Builder::clearAccept));
  }

  private static GrpcFault described(Consumer<DescribeResponse.Builder> change) {
    return breaks("contract/grpc-describe", "contract-grpc-describe")
        .when(call -> call.is("Describe") && call.message().isEmpty())
        .answers(DescribeResponse::newBuilder, change);
  }

  private static boolean isInJson(DescribeRequest request) {
    return request.getAccept() == Encoding.JSON;
  }

  private static Stream<GrpcFault> around() {
    return Stream.of(
        breaks("contract/grpc-health", "contract-grpc-health")
            .when(of("Check", "function/kit"))
            .answers(HealthCheckResponse::newBuilder, HealthCheckResponse.Builder::clearStatus),
        breaks("contract/grpc-health", "contract-grpc-health")
            .when(call -> call.is("Watch"))
            .answers(_ -> List.of()),
        breaks("contract/grpc-health", "contract-grpc-health")
            .when(call -> call.is("Watch"))
            .endsEarly(),
        breaks("contract/grpc-reflection", "contract-grpc-reflection")
            .when(call -> call.is("ServerReflectionInfo"))
            .answers(_ -> List.of(ByteString.EMPTY)));
  }

  private static Stream<GrpcFault> statuses() {
    return Stream.of(
        breaks("contract/grpc-bad-input", "contract-grpc-bad-input")
            .whenAsked("items: [}")
            .ends(code(Status.UNKNOWN)),
        breaks("contract/grpc-deadline", "contract-grpc-deadline")
            .when(GrpcCall::isLimited)
            .ignoringCancel(),
        breaks("contract/grpc-deadline", "contract-grpc-deadline")
            .when(GrpcCall::isLimited)
            .ends(code(Status.CANCELLED)),
        breaks("contract/http-cancelled", "contract-http-cancelled")
            .when(call -> !call.isLimited() && call.has("\"sleep\""))
            .ignoringCancel(),
        breaks("contract/grpc-metadata", "contract-grpc-metadata")
            .when(call -> call.hasHeader("x-large"))
            .ends(_ -> Status.RESOURCE_EXHAUSTED));
  }
}
