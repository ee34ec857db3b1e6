package dev.kiln.conformance.plays;

import io.grpc.Channel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hears how a service is, as long as the server tells. */
final class HealthWatch implements StreamObserver<HealthCheckResponse> {
  private final BlockingQueue<ServingStatus> heard = new LinkedBlockingQueue<>();

  HealthWatch(Channel channel, String service) {
    HealthGrpc.newStub(channel)
        .watch(HealthCheckRequest.newBuilder().setService(service).build(), this);
  }

  /** The next that it tells; UNRECOGNIZED if it ends or is silent. */
  ServingStatus next(Duration patience) {
    try {
      ServingStatus next = heard.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      return next == null ? ServingStatus.UNRECOGNIZED : next;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ServingStatus.UNRECOGNIZED;
    }
  }

  @Override
  public void onNext(HealthCheckResponse response) {
    heard.add(response.getStatus());
  }

  @Override
  public void onError(Throwable problem) {
    heard.add(ServingStatus.UNRECOGNIZED);
  }

  @Override
  public void onCompleted() {
    heard.add(ServingStatus.UNRECOGNIZED);
  }
}
