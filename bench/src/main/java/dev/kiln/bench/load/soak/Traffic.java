package dev.kiln.bench.load.soak;

import static dev.kiln.bench.load.soak.Lists.FAILING;
import static dev.kiln.bench.load.soak.Lists.HUGE;
import static dev.kiln.bench.load.soak.Lists.LARGE;
import static dev.kiln.bench.load.soak.Lists.SMALL;
import static dev.kiln.bench.load.soak.Lists.UNREADABLE;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Caller;
import dev.kiln.bench.load.callers.CheckedCall;
import dev.kiln.bench.load.callers.GrpcCaller;
import dev.kiln.bench.load.callers.HttpCaller;
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
    try (var http = new HttpCaller(host.address(Door.HTTP));
        var grpc = new GrpcCaller(host.address(Door.GRPC))) {
      List<CheckedCall> kinds = kinds(http, grpc);
      var threads = Executors.newScheduledThreadPool(kinds.size());
      for (CheckedCall call : kinds) {
        threads.scheduleWithFixedDelay(
            () -> makeCall(call), 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      }
      threads.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
      threads.shutdown();
      if (!threads.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("calls that do not end: " + threads.shutdownNow());
      }
    }
  }

  private static List<CheckedCall> kinds(HttpCaller http, GrpcCaller grpc) {
    return List.of(
        labelled(http, SMALL),
        labelled(http, SMALL),
        labelled(http, LARGE),
        http.refused(UNREADABLE, 400),
        http.refused(FAILING, 422),
        http.refused(HUGE.bytes(), 413),
        http.cancelled(LARGE, 300),
        http.cancelled(LARGE, 2_000),
        labelled(grpc, SMALL),
        labelled(grpc, SMALL),
        labelled(grpc, LARGE),
        grpc.refused(UNREADABLE, Status.Code.INVALID_ARGUMENT),
        grpc.failing(FAILING, Reason.RESULTS),
        grpc.refused(HUGE.bytes(), Status.Code.RESOURCE_EXHAUSTED),
        grpc.cancelled(LARGE, 300),
        grpc.cancelled(LARGE, 2_000));
  }

  /** A call whose list comes back with its labels. */
  private static CheckedCall labelled(Caller caller, GeneratedList list) {
    return caller.answered(
        ByteString.copyFrom(list.bytes()), ByteString.copyFrom(list.labelled(_ -> true)));
  }

  private void makeCall(CheckedCall call) {
    calls.incrementAndGet();
    try {
      call.call().call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) { // any exception is an unexpected outcome
      String message = "%s: %s".formatted(call.name(), e);
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
