package dev.kiln.server.grpc;

import dev.kiln.proto.porch.EvaluateFunctionRequest;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import java.util.concurrent.CompletableFuture;

/** The method of Porch's service. It knows no failure but a status. */
record PorchMethod(Evaluator evaluator) {

  CompletableFuture<GrpcReply<EvaluateFunctionResponse>> evaluate(
      RequestFields<EvaluateFunctionRequest> message, CallContext context) {
    String image = message.fields().getImage();
    Invocation in = Invocation.of(message.list());
    Invocation chosen = context.applyTo(image.isEmpty() ? in : in.image(image));
    return evaluator.submit(chosen).thenApply(outcome -> evaluated(outcome, chosen.log()));
  }

  private static GrpcReply<EvaluateFunctionResponse> evaluated(Outcome outcome, Log log) {
    var said = GrpcReply.CallSummary.of(outcome);
    if (outcome.ending() instanceof Ending.Done) {
      return GrpcReply.with(answer(outcome, log), said);
    }
    return GrpcReply.refused(
        outcome.ending() instanceof Ending.Failed
            ? PorchFailure.of(outcome, log)
            : StatusWithTrailers.of(outcome.ending()),
        said);
  }

  private static EvaluateFunctionResponse answer(Outcome outcome, Log log) {
    var answer = EvaluateFunctionResponse.newBuilder().setLog(ResponseMessages.wrap(log.tail()));
    outcome.bytes().ifPresent(list -> answer.setResourceList(ResponseMessages.wrap(list)));
    return answer.build();
  }
}
