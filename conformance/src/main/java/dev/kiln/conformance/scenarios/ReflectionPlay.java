package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.Stage;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Asks a server which services it has, as tools do. */
final class ReflectionPlay {
  private static final long SECONDS = 20;

  private ReflectionPlay() {}

  static void play(Stage stage) throws Failed {
    var answer = new CompletableFuture<ServerReflectionResponse>();
    StreamObserver<ServerReflectionRequest> ask =
        ServerReflectionGrpc.newStub(stage.grpc().channel())
            .serverReflectionInfo(new First(answer));
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
      stage.notes().add("list_services: *", String.join("\n", names));
      for (String name :
          List.of("krm.function.v2alpha1.FunctionService", "evaluator.FunctionEvaluator")) {
        Failed.unless(
            names.contains(name), "services: expected %s, found %s".formatted(name, names));
      }
    } catch (CompletionException e) {
      throw new Failed("no answer: " + e.getCause());
    } finally {
      ask.onCompleted();
    }
  }

  /** Keeps the first answer. */
  private record First(CompletableFuture<ServerReflectionResponse> answer)
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
