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
import dev.kiln.server.calls.Answered;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends a call before its function is done, and what keeps one from running. */
class RunningTest {
  /** A deadline that finds the function running, on a busy machine too. */
  private static final Duration BY_THEN_IT_RUNS = Duration.ofSeconds(3);

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

  private Host host(Limits limits) {
    return Host.of(limits, Host.function("block", this::block), Host.nothing());
  }

  private static void awaitSoon(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(Host.SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
  }

  private static ListenableFuture<EvaluateResponse> start(Host host) {
    return FunctionServiceGrpc.newFutureStub(host.channel)
        .evaluate(Host.request("block", Host.LIST));
  }

  @Test
  void theFunctionIsInterruptedWhenTheClientGoesAway() throws Exception {
    try (Host host = host(Host.LIMITS)) {
      ListenableFuture<EvaluateResponse> call = start(host);
      awaitSoon(running);
      call.cancel(true);
      awaitSoon(interrupted);
      Answered told = host.next();
      assertThat(told.status()).isEqualTo("CANCELLED");
      assertThat(told.function()).isEqualTo("block");
      assertThat(told.ending()).isInstanceOf(Ending.Cancelled.class);
      Host.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void theFunctionIsInterruptedWhenTheConnectionBreaks() throws Exception {
    try (Host host = host(Host.LIMITS)) {
      start(host);
      awaitSoon(running);
      host.channel.shutdownNow();
      awaitSoon(interrupted);
      assertThat(host.next().status()).isEqualTo("CANCELLED");
    }
  }

  @Test
  void pastTheClientsDeadlineIsDeadlineExceeded() throws Exception {
    try (Host host = host(Host.LIMITS)) {
      var functions =
          OpenDoor.within(BY_THEN_IT_RUNS, FunctionServiceGrpc.newBlockingStub(host.channel));
      Refused refused = Refused.by(() -> functions.evaluate(Host.request("block", Host.LIST)));
      assertThat(refused.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      awaitSoon(interrupted);
      assertPastDeadline(host.next());
    }
  }

  @Test
  void aClientThatGoesAMomentBeforeItsDeadlineIsPastItToo() throws Exception {
    byte[] message = Host.request("block", Host.LIST).toByteArray();
    try (Host host = host(Host.LIMITS);
        var client = RawClient.open(host)) {
      String method = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
      client.call(1, method, "grpc-timeout", BY_THEN_IT_RUNS.toMillis() + "m");
      client.data(1, RawClient.prefix(message.length), false);
      client.data(1, message, true);
      awaitSoon(running);
      long almost = System.nanoTime() + BY_THEN_IT_RUNS.minusMillis(50).toNanos();
      Host.until(() -> System.nanoTime() > almost);
      client.reset(1);
      awaitSoon(interrupted);
      assertPastDeadline(host.next());
    }
  }

  private static void assertPastDeadline(Answered told) {
    assertThat(told.status()).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(told.ending()).isInstanceOf(Ending.TimedOut.class);
  }

  @Test
  void pastTheHostsOwnLimitIsDeadlineExceeded() throws Exception {
    try (Host host = host(Host.LIMITS.withTimeout(BY_THEN_IT_RUNS))) {
      Refused refused = Refused.by(() -> host.evaluate("block", Host.LIST));
      assertThat(refused.code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      assertThat(refused.text())
          .startsWith("block was not done")
          .contains("--timeout", "KRM_FUNCTION_TIMEOUT");
      awaitSoon(interrupted);
      assertThat(host.next().function()).isEqualTo("block");
    }
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
    try (Host host = Host.of(faulty)) {
      Refused refused = Refused.by(() -> host.evaluate("faulty", Host.LIST));
      assertThat(refused.code()).isEqualTo(Status.Code.INTERNAL);
      assertThat(refused.text()).isEqualTo("internal error");
      Answered told = host.next();
      assertThat(told.status()).isEqualTo("INTERNAL");
      assertThat(((Ending.Fault) told.ending()).cause()).hasMessage("a secret");
    }
  }

  @Test
  void aFullQueueIsUnavailableWithRetryInfo() throws Exception {
    Limits narrow = new Limits(1 << 20, 64 << 20, 1, 4, 1, 4, Duration.ofMinutes(1));
    try (Host host = host(narrow)) {
      ListenableFuture<EvaluateResponse> first = start(host);
      awaitSoon(running);
      ListenableFuture<EvaluateResponse> second = start(host);
      Host.until(() -> host.evaluator.load().queued() == 1);
      Refused refused = Refused.by(() -> host.evaluate("nothing", Host.LIST));
      refused.assertMayBeRetried();
      assertThat(refused.text()).contains("--max-queued", "KRM_FUNCTION_MAX_QUEUED");
      goOn.countDown();
      assertThat(first.get().getFunction()).isEqualTo("block");
      assertThat(second.get().getFunction()).isEqualTo("block");
    }
  }

  @Test
  void whileDrainingNewCallsAreUnavailableAndOldOnesGoOn() throws Exception {
    try (Host host = host(Host.LIMITS)) {
      ListenableFuture<EvaluateResponse> old = start(host);
      awaitSoon(running);
      host.door.drain();
      Refused.by(() -> host.evaluate("nothing", Host.LIST)).assertMayBeRetried();
      assertThat(host.next().status()).isEqualTo("UNAVAILABLE");
      assertThat(host.door.awaitEnd(Duration.ofMillis(50))).isFalse();
      goOn.countDown();
      assertThat(host.door.awaitEnd(Host.SOON)).isTrue();
      assertThat(old.get().getFunction()).isEqualTo("block");
    }
  }
}
