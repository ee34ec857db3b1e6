package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Health, by {@code grpc.health.v1}. */
class HealthTest {
  @AutoClose private final GrpcTestHost host = GrpcTestHost.of(GrpcTestHost.nothing());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "krm.function.v2alpha1.FunctionService",
        "evaluator.FunctionEvaluator",
        "grpc.health.v1.Health",
        "function/nothing"
      })
  void isServing(String name) {
    assertThat(check(name)).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void isNotServingUntilTheHostIsReady() {
    host.door.setReady(false);
    assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
    assertThat(check("evaluator.FunctionEvaluator")).isEqualTo(ServingStatus.NOT_SERVING);
    host.door.setReady(true);
    assertThat(check("")).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void knowsNoOtherNames() {
    assertThat(ReceivedStatus.by(() -> check("function/other")).code())
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void understandsACompressedRequest() {
    HealthCheckResponse answer =
        HealthGrpc.newBlockingStub(host.channel)
            .withCompression("gzip")
            .withDeadlineAfter(GrpcTestHost.SOON)
            .check(request("function/nothing"));
    assertThat(answer.getStatus()).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void followsTheFunctions() throws Exception {
    BlockingQueue<ServingStatus> heard = watch("function/nothing");
    assertThat(next(heard)).isEqualTo(ServingStatus.SERVING);
    host.runners.replace(List.of(GrpcTestHost.function("other", (in, _) -> in)));
    host.door.functionsChanged();
    assertThat(next(heard)).isEqualTo(ServingStatus.SERVICE_UNKNOWN);
    assertThat(check("function/other")).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void aWatchHearsOfTheDrainAndStaysOpen() throws Exception {
    List<BlockingQueue<ServingStatus>> all =
        List.of(watch(""), watch("evaluator.FunctionEvaluator"), watch("function/nothing"));
    for (BlockingQueue<ServingStatus> heard : all) {
      assertThat(next(heard)).isEqualTo(ServingStatus.SERVING);
    }
    host.door.drain();
    for (BlockingQueue<ServingStatus> heard : all) {
      assertThat(next(heard)).isEqualTo(ServingStatus.NOT_SERVING);
    }
    assertThat(check("")).isEqualTo(ServingStatus.NOT_SERVING);
    host.door.functionsChanged();
    assertThat(check("function/nothing")).isEqualTo(ServingStatus.NOT_SERVING);
    assertThat(all).allMatch(BlockingQueue::isEmpty); // UNKNOWN would tell of an end
  }

  @Test
  void listsAllNames() throws Exception {
    assertThat(list())
        .containsOnlyKeys(
            "",
            "krm.function.v2alpha1.FunctionService",
            "evaluator.FunctionEvaluator",
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection",
            "function/nothing")
        .allSatisfy((_, status) -> assertThat(status).isEqualTo(ServingStatus.SERVING));
    host.door.setReady(false);
    assertThat(list())
        .containsEntry("", ServingStatus.NOT_SERVING)
        .containsEntry("function/nothing", ServingStatus.SERVING);
    host.door.drain();
    assertThat(list())
        .allSatisfy((_, status) -> assertThat(status).isEqualTo(ServingStatus.NOT_SERVING));
  }

  /** The entries of the map of the response, which has no class in this version of grpc-java. */
  private Map<String, ServingStatus> list() throws IOException {
    var method =
        MethodDescriptor.newBuilder(
                ProtoUtils.marshaller(Empty.getDefaultInstance()),
                ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("grpc.health.v1.Health/List")
            .build();
    Empty answer =
        ClientCalls.blockingUnaryCall(
            host.channel, method, CallOptions.DEFAULT, Empty.getDefaultInstance());
    var all = new HashMap<String, ServingStatus>();
    for (ByteString bytes : answer.getUnknownFields().getField(1).getLengthDelimitedList()) {
      UnknownFieldSet entry = UnknownFieldSet.parseFrom(bytes);
      ByteString value = entry.getField(2).getLengthDelimitedList().getFirst();
      all.put(
          entry.getField(1).getLengthDelimitedList().getFirst().toStringUtf8(),
          HealthCheckResponse.parseFrom(value).getStatus());
    }
    return all;
  }

  private ServingStatus check(String name) {
    return HealthGrpc.newBlockingStub(host.channel)
        .withDeadlineAfter(GrpcTestHost.SOON)
        .check(request(name))
        .getStatus();
  }

  private static HealthCheckRequest request(String name) {
    return HealthCheckRequest.newBuilder().setService(name).build();
  }

  private BlockingQueue<ServingStatus> watch(String name) {
    var heard = new LinkedBlockingQueue<ServingStatus>();
    HealthGrpc.newStub(host.channel)
        .watch(
            request(name),
            new StreamObserver<>() {
              @Override
              public void onNext(HealthCheckResponse answer) {
                heard.add(answer.getStatus());
              }

              @Override
              public void onError(Throwable t) {
                heard.add(ServingStatus.UNKNOWN);
              }

              @Override
              public void onCompleted() {
                heard.add(ServingStatus.UNKNOWN);
              }
            });
    return heard;
  }

  private static ServingStatus next(BlockingQueue<ServingStatus> heard)
      throws InterruptedException {
    return heard.poll(GrpcTestHost.SOON.toMillis(), TimeUnit.MILLISECONDS);
  }
}
