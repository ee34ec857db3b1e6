package dev.kiln.runtime.remote;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.kiln.net.FailureText;
import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.StepResult;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.runtime.PipelineStep;
import dev.kiln.runtime.Reason;
import dev.kiln.sdk.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts calls to gRPC messages, and messages to outcomes. */
final class GrpcMessages {
  private GrpcMessages() {}

  static EvaluateRequest request(RemoteRequest ask) {
    return EvaluateRequest.newBuilder()
        .setResourceList(UnsafeByteOperations.unsafeWrap(ask.list()))
        .setFunction(text(ask.function()))
        .setImage(text(ask.image()))
        .setContentType(encoding(ask.format()))
        .setAccept(encoding(ask.accept()))
        .build();
  }

  static EvaluateFunctionRequest porchRequest(RemoteRequest ask) {
    return EvaluateFunctionRequest.newBuilder()
        .setResourceList(UnsafeByteOperations.unsafeWrap(ask.list()))
        .setImage(text(ask.image()))
        .build();
  }

  static PipelineRequest request(RemoteRequest ask, List<PipelineStep> steps) {
    var request =
        PipelineRequest.newBuilder()
            .setResourceList(UnsafeByteOperations.unsafeWrap(ask.list()))
            .setContentType(encoding(ask.format()))
            .setAccept(encoding(ask.accept()));
    for (PipelineStep step : steps) {
      request
          .addStepsBuilder()
          .setName(step.name())
          .setFunction(text(step.function()))
          .setImage(text(step.image()))
          .setFunctionConfig(ByteString.copyFrom(step.functionConfig()))
          .setValidateOnly(step.validateOnly())
          .setDeferFailure(step.deferFailure());
    }
    return request.build();
  }

  /**
   * The outcome of a pipeline. If the answer leaves out a function, it is unknown whether that
   * function ran.
   */
  static PipelineOutcome outcome(PipelineResponse answer, Pipeline pipeline, String where) {
    List<StepOutcome> steps = answer.getStepsList().stream().map(GrpcMessages::step).toList();
    int stopped = answer.getFailedStep();
    int expected = stopped == 0 ? pipeline.steps().size() : stopped;
    if (steps.size() != expected || expected > pipeline.steps().size()) {
      return PipelineOutcome.of(
          RemoteOutcomes.invalidAnswer(
                  "%s: an answer about %d functions (expected: about %d)"
                      .formatted(where, steps.size(), expected))
              .ending());
    }
    return stopped > 0
        ? PipelineOutcome.stopped(steps)
        : PipelineOutcome.done(answer.getResourceList().toByteArray(), steps);
  }

  private static StepOutcome step(StepResult step) {
    Log log = Log.keeping(Math.max(1, step.getLog().size()));
    log.stream().writeBytes(step.getLog().toByteArray());
    Outcome outcome = step.hasFailure() ? failed(step.getFailure()) : Outcome.of(new Ending.Done());
    return new StepOutcome(step.getName(), outcome, step.getResults().toByteArray(), log);
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static Encoding encoding(Format format) {
    return switch (format) {
      case YAML -> Encoding.YAML;
      case JSON -> Encoding.JSON;
    };
  }

  static Outcome outcome(EvaluateResponse answer, RemoteRequest ask, String where) {
    writeLog(answer.getLog(), ask);
    return answer.hasFailure()
        ? failed(answer.getFailure())
        : RemoteOutcomes.done(answer.getResourceList().toByteArray(), where);
  }

  static Outcome outcome(EvaluateFunctionResponse answer, RemoteRequest ask, String where) {
    writeLog(answer.getLog(), ask);
    return RemoteOutcomes.done(answer.getResourceList().toByteArray(), where);
  }

  /** The outcome of a function that ran and failed. */
  static Outcome failed(Failure failure) {
    return RemoteOutcomes.failed(
        reason(failure),
        failure.getExitCode(),
        FailureText.safeFirstLine(failure.getMessage(), ""),
        failure.getResourceList().toByteArray());
  }

  private static Reason reason(Failure failure) {
    return switch (failure.getReason()) {
      case RESULTS -> Reason.RESULTS;
      case EXCEPTION -> Reason.EXCEPTION;
      case FUNCTION_CONFIG -> Reason.FUNCTION_CONFIG;
      case INVALID_OUTPUT -> Reason.INVALID_OUTPUT;
      case SIGNAL -> Reason.SIGNAL;
      case EXIT_CODE -> Reason.EXIT_CODE;
      case START -> Reason.START;
      case REASON_UNSPECIFIED, UNRECOGNIZED ->
          RemoteOutcomes.reasonForExitCode(failure.getExitCode());
    };
  }

  static void writeLog(ByteString log, RemoteRequest ask) {
    if (!log.isEmpty()) {
      ask.log().stream().writeBytes(log.toByteArray());
    }
  }
}
