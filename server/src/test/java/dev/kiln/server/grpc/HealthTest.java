package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.util.List;
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
