package dev.kiln.conformance.scenarios;

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

/** Receives the status of a service from the health service, as long as the server sends it. */
final class HealthWatch implements StreamObserver<HealthCheckResponse> {
  private final BlockingQueue<ServingStatus> statuses = new LinkedBlockingQueue<>();
  private volatile boolean isOpen = true;

  HealthWatch(Channel channel, String service) {
    HealthGrpc.newStub(channel)
        .withExecutor(Runnable::run) // so that events keep their order
        .watch(HealthCheckRequest.newBuilder().setService(service).build(), this);
  }

  /** The next that it tells; UNRECOGNIZED if it ends or is silent. */
  ServingStatus next(Duration patience) {
    try {
      ServingStatus next = statuses.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      return next == null ? ServingStatus.UNRECOGNIZED : next;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return ServingStatus.UNRECOGNIZED;
    }
  }

  /** Whether more may come. */
  boolean isOpen() {
    return isOpen;
  }

  @Override
  public void onNext(HealthCheckResponse response) {
    statuses.add(response.getStatus());
  }

  @Override
  public void onError(Throwable problem) {
    end();
  }

  @Override
  public void onCompleted() {
    end();
  }

  private void end() {
    isOpen = false;
    statuses.add(ServingStatus.UNRECOGNIZED);
  }
}
