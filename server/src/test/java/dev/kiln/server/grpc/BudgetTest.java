package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.Limits;
import dev.kiln.sdk.Resource;
import dev.kiln.server.calls.ConnectionLimits;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The bytes in flight: asked for before a message comes, and given back. */
class BudgetTest {
  private static final String METHOD = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
  private static final int AHEAD = 60_000; // a little less than any HTTP/2 client may
  private static final int CHUNK = 10_000;
  private static final int BUDGET = 4 << 20;
  private static final Limits LIMITS =
      new Limits(2 << 20, BUDGET, 2, 4, 4096, 4, Duration.ofMinutes(1));

  @Test
  void asksForNoMessageBeforeThereIsRoom() throws Exception {
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, GrpcTestHost.nothing());
        var client = RawClient.open(host)) {
      Budget.Claim all = take(host, BUDGET);
      client.call(1, METHOD);
      client.data(1, RawClient.prefix(1 << 20), false);
      for (int sent = 0; sent < AHEAD; sent += CHUNK) {
        client.data(1, new byte[CHUNK], false);
      }
      client.frame(RawClient.PING, 0, 0, new byte[8]); // answered behind what came before
      assertThat(client.sees(RawClient.WINDOW_UPDATE, 1, RawClient.PING)).isFalse();
      all.close();
      client.until(frame -> frame.type() == RawClient.WINDOW_UPDATE && frame.stream() == 1);
    }
  }

  @Test
  void holdsAsMuchAsTheMessageHasUntilItIsAnswered() throws Exception {
    var running = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (GrpcTestHost host =
        GrpcTestHost.of(
            LIMITS,
            GrpcTestHost.function(
                "block",
                (in, _) -> {
                  running.countDown();
                  Uninterruptibles.awaitUninterruptibly(goOn);
                  return in;
                }))) {
      EvaluateRequest request = GrpcTestHost.request("block", listOf(300_000));
      ListenableFuture<EvaluateResponse> call = call(host, request);
      assertThat(running.await(GrpcTestHost.SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(host.evaluator.load().bytesInFlight()).isEqualTo(request.getSerializedSize());
      goOn.countDown();
      assertThat(call.get().getFunction()).isEqualTo("block");
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void holdsAsMuchAsTheAnswerHasUntilItIsRead() throws Exception {
    Resource much = Resource.parse("{kind: Much, metadata: {name: " + "x".repeat(1 << 20) + "}}");
    byte[] request = GrpcTestHost.request("grow", listOf(100)).toByteArray();
    try (GrpcTestHost host =
        GrpcTestHost.of(LIMITS, GrpcTestHost.function("grow", (in, _) -> in.add(much)))) {
      try (var client = RawClient.open(host)) {
        client.call(1, METHOD);
        client.data(1, RawClient.prefix(request.length), false);
        client.data(1, request, true);
        assertThat(host.next().status()).isEqualTo("OK");
        assertThat(host.evaluator.load().bytesInFlight()).isGreaterThan(1 << 20);
      }
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void aSpentBudgetIsUnavailableWithRetryInfo() throws Exception {
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, GrpcTestHost.nothing())) {
      Budget.Claim most = take(host, BUDGET - 200_000);
      ReceivedStatus refused = ReceivedStatus.by(() -> host.evaluate("nothing", listOf(1 << 20)));
      refused.assertMayBeRetried();
      assertThat(refused.text())
          .contains("--max-bytes-in-flight", "KRM_FUNCTION_MAX_BYTES_IN_FLIGHT");
      assertThat(host.next().status()).isEqualTo("UNAVAILABLE");
      most.close();
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void aMessageInTinyPiecesCountsForWhatItCosts() throws Exception {
    int pieces = BUDGET / 512; // half of it, as much as one connection may have
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, GrpcTestHost.nothing());
        var client = RawClient.open(host)) {
      client.call(1, METHOD);
      client.data(1, RawClient.prefix(2 * pieces), false);
      for (int i = 0; i < pieces; i++) {
        client.data(1, new byte[1], false);
      }
      assertThat(client.trailers(1).get("grpc-status"))
          .asString()
          .isEqualTo("" + Status.Code.UNAVAILABLE.value());
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void whatIsUnpackedCountsToo() throws Exception {
    byte[] zipped =
        CompressedMessage.zip(GrpcTestHost.request("nothing", listOf(1 << 20)).toByteArray());
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, GrpcTestHost.nothing())) {
      Budget.Claim most = take(host, BUDGET - 200_000);
      ReceivedStatus.by(() -> CompressedMessage.evaluate(host, zipped)).assertMayBeRetried();
      most.close();
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  @Test
  void whoSendsNothingSoonHoldsNothing() throws Exception {
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, GrpcTestHost.nothing());
        var client = RawClient.open(host)) {
      client.call(1, METHOD);
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() > 0);
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
      client.data(1, RawClient.prefix(0), true); // it is still there, and may go on
      assertThat(client.trailers(1).get("grpc-status")).asString().isEqualTo("3");
    }
  }

  @Test
  void aMessageThatIsTooSlowIsDeadlineExceeded() throws Exception {
    var usual = ConnectionLimits.defaults();
    var hasty =
        new ConnectionLimits(
            usual.maxConnections(),
            usual.idleTimeout(),
            Duration.ofMillis(400),
            usual.writeTimeout(),
            usual.maxHeaderBytes(),
            usual.maxResets());
    try (GrpcTestHost host = GrpcTestHost.of(LIMITS, hasty, GrpcTestHost.nothing());
        var client = RawClient.open(host)) {
      client.call(1, METHOD);
      client.data(1, RawClient.prefix(1000), false);
      client.data(1, new byte[500], false);
      Http2Headers trailers = client.trailers(1);
      assertThat(trailers.get("grpc-status"))
          .asString()
          .isEqualTo("" + Status.Code.DEADLINE_EXCEEDED.value());
      assertThat(trailers.get("grpc-message"))
          .asString()
          .contains("--body-timeout", "KRM_FUNCTION_BODY_TIMEOUT");
      assertThat(host.next().status()).isEqualTo("DEADLINE_EXCEEDED");
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  /** On one connection, where those that wait must not keep out those that have room. */
  @Test
  void sixtyFourCallersAtOnceAreAllServed() throws Exception {
    Limits small = new Limits(16 << 20, 32 << 20, 2, 4, 4096, 4, Duration.ofMinutes(1));
    String list = listOf(200_000);
    try (GrpcTestHost host = GrpcTestHost.of(small, GrpcTestHost.nothing())) {
      var calls = new ArrayList<ListenableFuture<EvaluateResponse>>();
      for (int i = 0; i < 64; i++) {
        calls.add(call(host, GrpcTestHost.request("nothing", list)));
      }
      List<EvaluateResponse> answers = Futures.allAsList(calls).get();
      assertThat(answers).allMatch(answer -> answer.getResourceList().toStringUtf8().equals(list));
    }
  }

  @Test
  void moreCallersThanThereIsRoomForWait() throws Exception {
    Limits tight = new Limits(1 << 20, 1 << 20, 2, 4, 4096, 4, Duration.ofMinutes(1));
    String list = listOf(20_000);
    try (GrpcTestHost host = GrpcTestHost.of(tight, GrpcTestHost.nothing())) {
      var calls = new ArrayList<ListenableFuture<EvaluateResponse>>();
      for (int i = 0; i < 100; i++) {
        calls.add(call(host, GrpcTestHost.request("nothing", list)));
      }
      assertThat(Futures.allAsList(calls).get()).hasSize(100);
    }
  }

  private static ListenableFuture<EvaluateResponse> call(
      GrpcTestHost host, EvaluateRequest request) {
    return FunctionServiceGrpc.newFutureStub(host.channel)
        .withDeadlineAfter(GrpcTestHost.SOON)
        .evaluate(request);
  }

  private static String listOf(int bytes) {
    String list = "kind: ResourceList\nitems: []\n";
    return list + "#".repeat(bytes - list.length());
  }

  private static Budget.Claim take(GrpcTestHost host, long bytes) {
    Budget.Claim claim =
        host.evaluator.budget().openClaim(ClientShare.OWN_PROCESS, bytes).orElseThrow();
    assertThat(claim.grow(bytes)).isTrue();
    return claim;
  }
}
