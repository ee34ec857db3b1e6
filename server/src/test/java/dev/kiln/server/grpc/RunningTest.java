package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.ResourceList;
import dev.kiln.server.calls.CompletedCall;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends a call before its function is done, and what keeps one from running. */
class RunningTest {
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  private ResourceList block(ResourceList in, Call call) {
    running.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      interrupted.countDown();
      Uninterruptibles.awaitUninterruptibly(goOn); // what it gives comes too late
    }
    return in;
  }

  @AfterEach
  void goOn() {
    goOn.countDown();
  }

  private GrpcTestHost host(Limits limits) {
    return GrpcTestHost.of(
        limits, GrpcTestHost.function("block", this::block), GrpcTestHost.nothing());
  }

  private static void awaitSoon(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(GrpcTestHost.SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  private static ListenableFuture<EvaluateResponse> start(GrpcTestHost host) {
    return FunctionServiceGrpc.newFutureStub(host.channel)
        .evaluate(GrpcTestHost.request("block", GrpcTestHost.LIST));
  }

  @Test
  void theTimeoutOfTheHostBeginsWithTheHeaders() throws Exception {
    var deadline = new CompletableFuture<Instant>();
    try (var host =
            GrpcTestHost.of(
                Limits.defaults().withTimeout(Duration.ofHours(1)),
                GrpcTestHost.function(
                    "deadline",
                    (in, call) -> {
                      deadline.complete(call.deadline().orElseThrow());
                      return in;
                    }));
        var client = RawClient.open(host)) {
      byte[] request = GrpcTestHost.request("deadline", GrpcTestHost.LIST).toByteArray();
      client.call(1, FunctionServiceGrpc.getEvaluateMethod().getFullMethodName());
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() > 0);
      Instant begun = Instant.now();
      GrpcTestHost.until(() -> Instant.now().isAfter(begun.plusMillis(20)));
      client.data(1, RawClient.prefix(request.length), false);
      client.data(1, request, true);
      assertThat(deadline.get()).isBefore(begun.plus(Duration.ofHours(1)));
    }
  }

  @Test
  void theFunctionIsInterruptedWhenTheClientGoesAway() throws Exception {
    try (GrpcTestHost host = host(GrpcTestHost.LIMITS)) {
      ListenableFuture<EvaluateResponse> call = start(host);
      awaitSoon(running);
      call.cancel(true);
      awaitSoon(interrupted);
      CompletedCall told = host.next();
      assertThat(told.status()).isEqualTo("CANCELLED");
      assertThat(told.function()).isEqualTo("block");
      assertThat(told.ending()).isInstanceOf(Ending.Cancelled.class);
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void theFunctionIsInterruptedWhenTheConnectionBreaks() throws Exception {
    try (GrpcTestHost host = host(GrpcTestHost.LIMITS)) {
      start(host);
      awaitSoon(running);
      host.channel.shutdownNow();
      awaitSoon(interrupted);
      assertThat(host.next().status()).isEqualTo("CANCELLED");
    }
  }

  /** A test with a deadline, which may come before the function runs. */
  private interface DeadlineTest {
    boolean foundItRunning(Duration deadline) throws Exception;
  }

  /** Runs a test with longer and longer deadlines, however busy the machine is. */
  private void untilOneFindsItRunning(DeadlineTest test) throws Exception {
    Duration deadline = Duration.ofMillis(200);
    while (!test.foundItRunning(deadline)) {
      deadline = deadline.multipliedBy(2);
    }
  }

  @Test
  void pastTheClientsDeadlineIsDeadlineExceeded() throws Exception {
    untilOneFindsItRunning(
        deadline -> {
          try (GrpcTestHost host = host(GrpcTestHost.LIMITS)) {
            var functions =
                OpenGrpcDoor.within(deadline, FunctionServiceGrpc.newBlockingStub(host.channel));
            ReceivedStatus refused =
                ReceivedStatus.by(
                    () -> functions.evaluate(GrpcTestHost.request("block", GrpcTestHost.LIST)));
            assertThat(refused.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
            if (running.getCount() > 0) {
              return false;
            }
            awaitSoon(interrupted);
            assertPastDeadline(host.next());
            return true;
          }
        });
  }

  @Test
  void aClientThatGoesAMomentBeforeItsDeadlineIsPastItToo() throws Exception {
    byte[] message = GrpcTestHost.request("block", GrpcTestHost.LIST).toByteArray();
    untilOneFindsItRunning(
        deadline -> {
          try (GrpcTestHost host = host(GrpcTestHost.LIMITS);
              var client = RawClient.open(host)) {
            String method = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
            client.call(1, method, "grpc-timeout", deadline.toMillis() + "m");
            long almost = System.nanoTime() + deadline.minusMillis(50).toNanos();
            client.data(1, RawClient.prefix(message.length), false);
            client.data(1, message, true);
            GrpcTestHost.until(() -> System.nanoTime() > almost);
            client.reset(1);
            if (running.getCount() > 0) {
              return false;
            }
            awaitSoon(interrupted);
            assertPastDeadline(host.next());
            return true;
          }
        });
  }

  private static void assertPastDeadline(CompletedCall told) {
    assertThat(told.status()).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(told.ending()).isInstanceOf(Ending.TimedOut.class);
  }

  @Test
  void pastTheHostsOwnLimitIsDeadlineExceeded() throws Exception {
    untilOneFindsItRunning(
        deadline -> {
          try (GrpcTestHost host = host(GrpcTestHost.LIMITS.withTimeout(deadline))) {
            ReceivedStatus refused =
                ReceivedStatus.by(() -> host.evaluate("block", GrpcTestHost.LIST));
            assertThat(refused.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
            assertThat(refused.text()).contains("--timeout", "KRM_FUNCTION_TIMEOUT");
            if (!refused.text().startsWith("block was not done")) {
              return false;
            }
            awaitSoon(interrupted);
            assertThat(host.next().function()).isEqualTo("block");
            return true;
          }
        });
  }

  @Test
  void aFaultOfTheHostIsInternalWithoutDetail() throws Exception {
    RegisteredFunction faulty =
        RegisteredFunction.of(
            "faulty",
            List.of(),
            (_, _) -> false,
            _ -> {
              throw new IllegalStateException("a secret");
            });
    try (GrpcTestHost host = GrpcTestHost.of(faulty)) {
      ReceivedStatus refused = ReceivedStatus.by(() -> host.evaluate("faulty", GrpcTestHost.LIST));
      assertThat(refused.code()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refused.text()).isEqualTo("internal error");
      CompletedCall told = host.next();
      assertThat(told.status()).isEqualTo("INTERNAL");
      assertThat(((Ending.Fault) told.ending()).cause()).hasMessage("a secret");
    }
  }

  @Test
  void aFullQueueIsUnavailableWithRetryInfo() throws Exception {
    Limits narrow = new Limits(1 << 20, 64 << 20, 1, 4, 1, 4, Duration.ofMinutes(1));
    try (GrpcTestHost host = host(narrow)) {
      ListenableFuture<EvaluateResponse> first = start(host);
      awaitSoon(running);
      ListenableFuture<EvaluateResponse> second = start(host);
      GrpcTestHost.until(() -> host.evaluator.load().queued() == 1);
      ReceivedStatus refused = ReceivedStatus.by(() -> host.evaluate("nothing", GrpcTestHost.LIST));
      refused.assertMayBeRetried();
      assertThat(refused.text()).contains("--max-queued", "KRM_FUNCTION_MAX_QUEUED");
      goOn.countDown();
      assertThat(first.get().getFunction()).isEqualTo("block");
      assertThat(second.get().getFunction()).isEqualTo("block");
    }
  }

  @Test
  void whileDrainingNewCallsAreUnavailableAndOldOnesGoOn() throws Exception {
    try (GrpcTestHost host = host(GrpcTestHost.LIMITS)) {
      ListenableFuture<EvaluateResponse> old = start(host);
      awaitSoon(running);
      host.evaluator.drain();
      ReceivedStatus.by(() -> host.evaluate("nothing", GrpcTestHost.LIST)).assertMayBeRetried();
      assertThat(host.next().status()).isEqualTo("UNAVAILABLE");
      assertThat(host.door.awaitEnd(Duration.ofMillis(50))).isFalse();
      goOn.countDown();
      assertThat(host.door.awaitEnd(GrpcTestHost.SOON)).isTrue();
      assertThat(old.get().getFunction()).isEqualTo("block");
    }
  }
}
