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
import dev.kiln.server.calls.Answered;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The methods of {@code FunctionService} that run functions. */
record FunctionMethods(Evaluator evaluator) {

  CompletableFuture<Reply<EvaluateResponse>> evaluate(
      Envelope<EvaluateRequest> message, UnaryOperator<Invocation> prepared) {
    EvaluateRequest asked = message.fields();
    Format format = Encodings.answer(asked.getContentType(), asked.getAccept());
    Invocation in = Invocation.of(message.list()).answeredIn(format);
    Invocation chosen =
        !asked.getFunction().isEmpty()
            ? in.function(asked.getFunction())
            : asked.getImage().isEmpty() ? in : in.image(asked.getImage());
    return evaluator
        .submit(prepared.apply(chosen))
        .thenApply(outcome -> evaluated(outcome, chosen, format));
  }

  private static Reply<EvaluateResponse> evaluated(Outcome outcome, Invocation in, Format format) {
    Ending ending = outcome.ending();
    return ending instanceof Ending.Done || ending instanceof Ending.Failed
        ? Reply.with(
            Answers.of(outcome, in.log(), Encodings.of(outcome.format(format))),
            Reply.Said.of(outcome))
        : Reply.refused(Refusal.of(ending), Reply.Said.of(outcome));
  }

  CompletableFuture<Reply<PipelineResponse>> pipeline(
      Envelope<PipelineRequest> message, UnaryOperator<Invocation> prepared) {
    PipelineRequest asked = message.fields();
    Format format = Encodings.answer(asked.getContentType(), asked.getAccept());
    Invocation in = prepared.apply(Invocation.of(message.list()).answeredIn(format));
    List<PipelineStep> steps = asked.getStepsList().stream().map(FunctionMethods::step).toList();
    return evaluator.submit(new Pipeline(in, steps)).thenApply(outcome -> ran(outcome, format));
  }

  private static PipelineStep step(dev.kiln.proto.v2alpha1.Step asked) {
    return new PipelineStep(
        asked.getName(),
        given(asked.getFunction()),
        given(asked.getImage()),
        asked.getFunctionConfig().toByteArray(),
        asked.getValidateOnly(),
        asked.getDeferFailure());
  }

  private static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Reply<PipelineResponse> ran(PipelineOutcome outcome, Format format) {
    return outcome.ending() instanceof Ending.Done
        ? Reply.with(Answers.of(outcome, Encodings.of(format)), said(outcome))
        : Reply.refused(outcome.ending());
  }

  /** Ended as its last step did, with the results of all. */
  private static Reply.Said said(PipelineOutcome outcome) {
    if (outcome.steps().isEmpty()) {
      return Reply.Said.of(outcome.ending());
    }
    List<Result> results =
        outcome.steps().stream().flatMap(step -> step.outcome().results().stream()).toList();
    Outcome last = outcome.steps().getLast().outcome();
    return new Reply.Said(last.ending(), last.function(), last.timing(), Answered.counts(results));
  }
}
