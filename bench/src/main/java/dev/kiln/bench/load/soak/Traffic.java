package dev.kiln.bench.load.soak;

import static dev.kiln.bench.load.soak.Lists.FAILING;
import static dev.kiln.bench.load.soak.Lists.HUGE;
import static dev.kiln.bench.load.soak.Lists.LARGE;
import static dev.kiln.bench.load.soak.Lists.SMALL;
import static dev.kiln.bench.load.soak.Lists.UNREADABLE;

import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.proto.v2alpha1.Reason;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes every kind of call concurrently for a while. Each kind pauses between its calls, which
 * bounds the load.
 */
final class Traffic {
  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int MAX_REPORTED = 10;

  private final AtomicLong calls = new AtomicLong();
  private final ConcurrentHashMap<String, Integer> unexpected = new ConcurrentHashMap<>();

  /** Makes the calls over new connections, and closes these afterwards. */
  void run(ServerProcess host, Duration time) throws InterruptedException {
    try (var http = new HttpVisits(host.address(Door.HTTP));
        var grpc = new GrpcVisits(host.address(Door.GRPC))) {
      List<Visit> visits = visits(http, grpc);
      var threads = Executors.newScheduledThreadPool(visits.size());
      for (Visit visit : visits) {
        threads.scheduleWithFixedDelay(
            () -> makeCall(visit), 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      }
      threads.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
      threads.shutdown();
      if (!threads.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("calls that do not end: " + threads.shutdownNow());
      }
    }
  }

  private static List<Visit> visits(HttpVisits http, GrpcVisits grpc) {
    return List.of(
        http.labelled(SMALL),
        http.labelled(SMALL),
        http.labelled(LARGE),
        http.refused(UNREADABLE, 400),
        http.refused(FAILING, 422),
        http.refused(HUGE.bytes(), 413),
        http.cancelled(LARGE, 300),
        http.cancelled(LARGE, 2_000),
        grpc.labelled(SMALL),
        grpc.labelled(SMALL),
        grpc.labelled(LARGE),
        grpc.refused(UNREADABLE, Status.Code.INVALID_ARGUMENT),
        grpc.failing(FAILING, Reason.RESULTS),
        grpc.refused(HUGE.bytes(), Status.Code.RESOURCE_EXHAUSTED),
        grpc.cancelled(LARGE, 300),
        grpc.cancelled(LARGE, 2_000));
  }

  private void makeCall(Visit visit) {
    calls.incrementAndGet();
    try {
      visit.call().call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) { // any exception is an unexpected outcome
      String message = "%s: %s".formatted(visit.name(), e);
      unexpected.merge(unexpected.size() < MAX_REPORTED ? message : "others", 1, Integer::sum);
    }
  }

  long calls() {
    return calls.get();
  }

  /** The unexpected outcomes, and how often each occurred. */
  Map<String, Integer> unexpected() {
    return Map.copyOf(unexpected);
  }
}
