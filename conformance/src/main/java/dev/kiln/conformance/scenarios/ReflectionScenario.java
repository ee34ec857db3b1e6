package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Lists the services of a server by gRPC reflection, as grpcurl does. */
final class ReflectionScenario {
  private static final long SECONDS = 20;

  private ReflectionScenario() {}

  static void run(CaseContext context) throws CaseFailedException {
    var answer = new CompletableFuture<ServerReflectionResponse>();
    StreamObserver<ServerReflectionRequest> ask =
        ServerReflectionGrpc.newStub(context.grpc().channel())
            .serverReflectionInfo(new FirstResponse(answer));
    ask.onNext(ServerReflectionRequest.newBuilder().setListServices("*").build());
    try {
      List<String> names =
          answer
              .orTimeout(SECONDS, TimeUnit.SECONDS)
              .join()
              .getListServicesResponse()
              .getServiceList()
              .stream()
              .map(ServiceResponse::getName)
              .toList();
      context.lastExchange().set("list_services: *", String.join("\n", names));
      for (String name :
          List.of("krm.function.v2alpha1.FunctionService", "evaluator.FunctionEvaluator")) {
        CaseFailedException.unless(
            names.contains(name), "services: expected %s, found %s".formatted(name, names));
      }
    } catch (CompletionException e) {
      throw new CaseFailedException("no answer: " + e.getCause());
    } finally {
      ask.onCompleted();
    }
  }

  /** Keeps the first answer. */
  private record FirstResponse(CompletableFuture<ServerReflectionResponse> answer)
      implements StreamObserver<ServerReflectionResponse> {
    @Override
    public void onNext(ServerReflectionResponse response) {
      answer.complete(response);
    }

    @Override
    public void onError(Throwable problem) {
      answer.completeExceptionally(problem);
    }

    @Override
    public void onCompleted() {
      answer.completeExceptionally(new IllegalStateException("the server ended the stream"));
    }
  }
}
