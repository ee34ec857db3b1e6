package dev.kiln.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.StepResult;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Timing;
import java.time.Duration;
import java.util.Optional;

/** Outcomes as messages. Arrays are wrapped: an outcome's are nobody else's. */
final class ResponseMessages {
  private ResponseMessages() {}

  static EvaluateResponse of(Outcome outcome, Log log, Encoding encoding) {
    var answer =
        EvaluateResponse.newBuilder()
            .setLog(wrap(log.tail()))
            .setLogTruncated(log.truncated())
            .setContentType(encoding)
            .setFunction(outcome.function())
            .setTiming(timing(outcome.timing()));
    failure(outcome)
        .ifPresentOrElse(
            answer::setFailure,
            () -> outcome.bytes().ifPresent(list -> answer.setResourceList(wrap(list))));
    return answer.build();
  }

  static PipelineResponse of(PipelineOutcome outcome, Encoding encoding) {
    var answer =
        PipelineResponse.newBuilder().setContentType(encoding).setFailedStep(outcome.failedStep());
    outcome.bytes().ifPresent(list -> answer.setResourceList(wrap(list)));
    outcome.steps().forEach(step -> answer.addSteps(step(step)));
    return answer.build();
  }

  private static StepResult step(StepOutcome step) {
    Outcome outcome = step.outcome();
    var result =
        StepResult.newBuilder()
            .setName(step.name())
            .setFunction(outcome.function())
            .setResults(wrap(step.results()))
            .setLog(wrap(step.log().tail()))
            .setTiming(timing(outcome.timing()));
    failure(outcome).ifPresent(result::setFailure);
    return result.build();
  }

  /** What a function that ran and failed says, empty if it did not. */
  static Optional<Failure> failure(Outcome outcome) {
    if (!(outcome.ending() instanceof Ending.Failed(Reason reason, int exitCode, String message))) {
      return Optional.empty();
    }
    var failure =
        Failure.newBuilder().setExitCode(exitCode).setReason(reason(reason)).setMessage(message);
    outcome.bytes().ifPresent(list -> failure.setResourceList(wrap(list)));
    return Optional.of(failure.build());
  }

  private static dev.kiln.proto.v2alpha1.Reason reason(Reason reason) {
    return switch (reason) {
      case RESULTS -> dev.kiln.proto.v2alpha1.Reason.RESULTS;
      case EXCEPTION -> dev.kiln.proto.v2alpha1.Reason.EXCEPTION;
      case FUNCTION_CONFIG -> dev.kiln.proto.v2alpha1.Reason.FUNCTION_CONFIG;
      case INVALID_OUTPUT -> dev.kiln.proto.v2alpha1.Reason.INVALID_OUTPUT;
      case SIGNAL -> dev.kiln.proto.v2alpha1.Reason.SIGNAL;
      case EXIT_CODE -> dev.kiln.proto.v2alpha1.Reason.EXIT_CODE;
      case START -> dev.kiln.proto.v2alpha1.Reason.START;
    };
  }

  private static dev.kiln.proto.v2alpha1.Timing timing(Timing timing) {
    return dev.kiln.proto.v2alpha1.Timing.newBuilder()
        .setQueue(duration(timing.queue()))
        .setParse(duration(timing.parse()))
        .setRun(duration(timing.run()))
        .setSerialize(duration(timing.serialize()))
        .build();
  }

  private static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static ByteString wrap(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }
}
