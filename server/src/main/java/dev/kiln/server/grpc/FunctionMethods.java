package dev.kiln.server.grpc;

import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineStep;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.Result;
import dev.kiln.server.calls.CompletedCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The methods of {@code FunctionService} that run functions. */
record FunctionMethods(Evaluator evaluator) {

  CompletableFuture<GrpcReply<EvaluateResponse>> evaluate(
      RequestFields<EvaluateRequest> message, CallContext context) {
    EvaluateRequest request = message.fields();
    Format format = ResponseFormats.answer(request.getContentType(), request.getAccept());
    Invocation in = Invocation.of(message.list()).withAnswerFormat(format);
    Invocation chosen =
        !request.getFunction().isEmpty()
            ? in.function(request.getFunction())
            : request.getImage().isEmpty() ? in : in.image(request.getImage());
    return evaluator
        .submit(context.applyTo(chosen))
        .thenApply(outcome -> reply(outcome, chosen, format));
  }

  private static GrpcReply<EvaluateResponse> reply(Outcome outcome, Invocation in, Format format) {
    Ending ending = outcome.ending();
    return ending instanceof Ending.Done || ending instanceof Ending.Failed
        ? GrpcReply.with(
            ResponseMessages.of(outcome, in.log(), ResponseFormats.of(outcome.format(format))),
            GrpcReply.CallSummary.of(outcome))
        : GrpcReply.refused(StatusWithTrailers.of(ending), GrpcReply.CallSummary.of(outcome));
  }

  CompletableFuture<GrpcReply<PipelineResponse>> pipeline(
      RequestFields<PipelineRequest> message, CallContext context) {
    PipelineRequest request = message.fields();
    Format format = ResponseFormats.answer(request.getContentType(), request.getAccept());
    Invocation in = context.applyTo(Invocation.of(message.list()).withAnswerFormat(format));
    List<PipelineStep> steps = request.getStepsList().stream().map(FunctionMethods::step).toList();
    return evaluator
        .submit(new Pipeline(in, steps))
        .thenApply(outcome -> pipelineReply(outcome, format));
  }

  private static PipelineStep step(dev.kiln.proto.v2alpha1.Step asked) {
    return new PipelineStep(
        asked.getName(),
        emptyToNull(asked.getFunction()),
        emptyToNull(asked.getImage()),
        asked.getFunctionConfig().toByteArray(),
        asked.getValidateOnly(),
        asked.getDeferFailure());
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static GrpcReply<PipelineResponse> pipelineReply(PipelineOutcome outcome, Format format) {
    return outcome.ending() instanceof Ending.Done
        ? GrpcReply.with(
            ResponseMessages.of(outcome, ResponseFormats.of(format)), callSummary(outcome))
        : GrpcReply.refused(outcome.ending());
  }

  /** Ended as its last step did, with the results of all. */
  private static GrpcReply.CallSummary callSummary(PipelineOutcome outcome) {
    if (outcome.steps().isEmpty()) {
      return GrpcReply.CallSummary.of(outcome.ending());
    }
    List<Result> results =
        outcome.steps().stream().flatMap(step -> step.outcome().results().stream()).toList();
    Outcome last = outcome.steps().getLast().outcome();
    return new GrpcReply.CallSummary(
        last.ending(), last.function(), last.timing(), CompletedCall.counts(results));
  }
}
