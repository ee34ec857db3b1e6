package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.server.calls.ConnectionLimits;
import io.grpc.Channel;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reflection, by which tools learn the services. */
class ReflectionTest {
  @AutoClose private final GrpcTestHost host = GrpcTestHost.of(GrpcTestHost.nothing());

  @Test
  void namesTheServices() throws Exception {
    var request = ServerReflectionRequest.newBuilder().setListServices("*").build();
    assertThat(ask(request).getListServicesResponse().getServiceList())
        .extracting(ServiceResponse::getName)
        .containsExactlyInAnyOrder(
            "krm.function.v2alpha1.FunctionService",
            "evaluator.FunctionEvaluator",
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection");
  }

  @Test
  void showsTheContracts() throws Exception {
    for (String symbol :
        new String[] {
          "krm.function.v2alpha1.FunctionService.EvaluatePipeline",
          "evaluator.FunctionEvaluator.EvaluateFunction"
        }) {
      var request = ServerReflectionRequest.newBuilder().setFileContainingSymbol(symbol).build();
      assertThat(ask(request).getFileDescriptorResponse().getFileDescriptorProtoCount())
          .isPositive();
    }
  }

  /** Older clients ask for it by its older name; the messages are the same. */
  @Test
  void isThereUnderItsOlderNameToo() throws Exception {
    try (var client = RawClient.open(host)) {
      byte[] request =
          ServerReflectionRequest.newBuilder().setListServices("*").build().toByteArray();
      client.call(1, "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
      client.data(1, RawClient.prefix(request.length), false);
      client.data(1, request, true);
      var answer =
          client.until(frame -> frame.type() == RawClient.DATA && frame.payload().length > 0);
      assertThat(new String(answer.payload(), StandardCharsets.US_ASCII))
          .contains("krm.function.v2alpha1.FunctionService");
    }
  }

  @Test
  void canBeTurnedOff() {
    var request = ServerReflectionRequest.newBuilder().setListServices("*").build();
    try (var door = OpenGrpcDoor.of(host.evaluator, _ -> {}, ConnectionLimits.defaults(), false)) {
      assertThatThrownBy(() -> ask(door.channel(), request)).hasMessageContaining("UNIMPLEMENTED");
    }
  }

  private ServerReflectionResponse ask(ServerReflectionRequest request) throws Exception {
    return ask(host.channel, request);
  }

  private static ServerReflectionResponse ask(Channel channel, ServerReflectionRequest request)
      throws Exception {
    var answer = new CompletableFuture<ServerReflectionResponse>();
    StreamObserver<ServerReflectionRequest> call =
        ServerReflectionGrpc.newStub(channel)
            .withDeadlineAfter(GrpcTestHost.SOON)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    answer.complete(response);
                  }

                  @Override
                  public void onError(Throwable t) {
                    answer.completeExceptionally(t);
                  }

                  @Override
                  public void onCompleted() {}
                });
    call.onNext(request);
    call.onCompleted();
    return answer.get(GrpcTestHost.SOON.toSeconds(), TimeUnit.SECONDS);
  }
}
