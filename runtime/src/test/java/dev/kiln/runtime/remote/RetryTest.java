package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.HttpPeer.answer;
import static dev.kiln.runtime.remote.HttpPeer.status;
import static dev.kiln.runtime.remote.RemoteCalls.LIST;
import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static dev.kiln.runtime.remote.RemoteCalls.call;
import static dev.kiln.runtime.remote.RemoteCalls.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent once more, where to, and what never is. */
class RetryTest {
  private static final RemoteSettings ONCE = RemoteSettings.of(MOST);
  private static final RemoteSettings AGAIN = ONCE.withIdempotent(true);

  private static RemoteRunner runner(RemoteSettings settings, HttpPeer... peers) {
    return runner(settings, Stream.of(peers).map(HttpPeer::remote).toList());
  }

  private static RemoteRunner runner(RemoteSettings settings, List<RemoteAddress> addresses) {
    return new RemoteRunner("fn", addresses, settings);
  }

  private static HttpPeer echo() throws IOException {
    return HttpPeer.on(request -> answer(200, request.body()));
  }

  /** A port that nobody listens at, of those that are given to nobody. */
  private static RemoteAddress nobody(int port) {
    return RemoteAddress.tcp(Protocol.HTTP, "127.0.0.1", port);
  }

  @Test
  void anAddressThatRefusesIsPassedOver() throws Exception {
    try (var peer = echo();
        var runner = runner(ONCE, List.of(nobody(1), peer.remote()))) {
      for (int i = 0; i < 4; i++) {
        assertThat(text(runner.run(call()))).isEqualTo(LIST);
      }
    }
  }

  @Test
  void whereAllRefuseTheyAreNamed() throws Exception {
    List<RemoteAddress> addresses = List.of(nobody(1), nobody(2));
    try (var runner = runner(ONCE, addresses)) {
      Ending ending = runner.run(call()).ending();
      assertThat(ending).isInstanceOf(Ending.Busy.class);
      assertThat(ending.message())
          .contains(addresses.getFirst() + ": connection refused")
          .contains(addresses.getLast() + ": connection refused");
    }
  }

  @Test
  void oneThatIsNotReachedInTimeIsLeftAloneForAWhile() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var runner =
            runner(
                ONCE, List.of(RemoteAddress.parse("https://localhost:" + silent.getLocalPort())))) {
      assertThat(shortCall(runner)).isInstanceOf(Ending.TimedOut.class);
      Await.until(() -> shortCall(runner).message().endsWith(": no connection in time"));
    }
  }

  private static Ending shortCall(RemoteRunner runner) {
    return runner.run(call().withDeadline(Instant.now().plusMillis(20))).ending();
  }

  @Test
  void aServerThatComesIsCalled(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("s");
    try (var runner = runner(ONCE, List.of(RemoteAddress.unix(Protocol.HTTP, socket)))) {
      assertThat(runner.run(call()).ending()).isInstanceOf(Ending.Busy.class);
      try (var _ = HttpPeer.on(socket, request -> answer(200, request.body()))) {
        Await.until(() -> runner.run(call()).ending() instanceof Ending.Done);
      }
    }
  }

  @Test
  void aServerWithoutRoomHasTheCallGoToAnother() throws Exception {
    try (var full = HttpPeer.on(_ -> status(503, "full"));
        var peer = echo()) {
      long retries =
          RemoteCalls.within(
              Backend.FULL_PAUSE, // for so long others are asked first
              () -> {
                full.requests.clear();
                try (var runner = runner(ONCE, full, peer)) {
                  for (int i = 0; i < 4; i++) {
                    assertThat(text(runner.run(call()))).isEqualTo(LIST);
                  }
                  return runner.counts().retries();
                }
              });
      assertThat(full.requests).hasSize(1);
      assertThat(retries).isEqualTo(1);
    }
  }

  @Test
  void whereNoneHasRoomThatIsTold() throws Exception {
    try (var full = HttpPeer.on(_ -> answer(503, "", "Retry-After: 1"));
        var runner = runner(ONCE, full)) {
      Ending ending = runner.run(call()).ending();
      assertThat(ending).isInstanceOf(Ending.Busy.class);
      assertThat(ending.message()).contains(full.remote() + ": 503 ");
    }
  }

  @Test
  void aProxyThatIsNotAvailableSaysNothingOfWhatRan() throws Exception {
    try (var proxy = HttpPeer.on(_ -> answer(503, "no healthy upstream"));
        var peer = echo();
        var runner = runner(ONCE, proxy, peer)) {
      List<Outcome> both = List.of(runner.run(call()), runner.run(call()));
      assertThat(both).anyMatch(outcome -> outcome.ending() instanceof Ending.Failed);
      assertThat(proxy.requests).hasSize(1);
    }
  }

  @Test
  void aCallThatBrokeIsNotSentAgain() throws Exception {
    try (var peer = HttpPeer.on(_ -> "");
        var runner = runner(ONCE, peer)) {
      assertThat(runner.run(call()).ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> assertThat(failed.message()).contains("idempotent: true"));
      assertThat(peer.requests).hasSize(1);
    }
  }

  @Test
  void aCallThatBrokeInItsAnswerIsNotSentAgain() throws Exception {
    try (var peer = HttpPeer.on(_ -> "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nkind: Re")) {
      try (var runner = runner(ONCE, peer)) {
        var running = new FutureTask<>(() -> runner.run(call()));
        Thread.ofVirtual().start(running);
        Await.until(() -> !peer.requests.isEmpty());
        peer.drop();
        assertThat(running.get().ending()).isInstanceOf(Ending.Failed.class);
        assertThat(peer.requests).hasSize(1);
      }
    }
  }

  @Test
  void aCallThatMayRunAgainIsSentAgain() throws Exception {
    var count = new AtomicInteger();
    try (var peer = HttpPeer.on(r -> count.incrementAndGet() == 1 ? "" : answer(200, r.body()));
        var runner = runner(AGAIN, peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
      assertThat(runner.counts().retries()).isEqualTo(1);
    }
  }

  @Test
  void aCallThatMayRunAgainDoesNotDoSoForEver() throws Exception {
    try (var peer = HttpPeer.on(_ -> "");
        var runner = runner(AGAIN, peer)) {
      assertThat(runner.run(call()).ending()).isInstanceOf(Ending.Failed.class);
      assertThat(peer.requests).hasSize(3);
    }
  }

  @Test
  void connectionsThatWereClosedMeanwhileAreNotUsed() throws Exception {
    try (var peer = echo();
        var runner = runner(AGAIN, peer)) {
      for (int i = 1; i <= 5; i++) {
        assertThat(text(runner.run(call()))).isEqualTo(LIST);
        assertThat(peer.connections).hasValue(i);
        peer.drop();
      }
    }
  }

  @Test
  void aCallGoesWhereTheFewestAre() throws Exception {
    var held = new CountDownLatch(1);
    HttpPeer.Answering holding =
        request -> {
          held.await();
          return answer(200, request.body());
        };
    try (var one = HttpPeer.on(holding);
        var other = HttpPeer.on(holding);
        var runner = runner(ONCE, one, other)) {
      List<FutureTask<Outcome>> running =
          Stream.generate(() -> new FutureTask<>(() -> runner.run(call()))).limit(6).toList();
      for (int i = 0; i < running.size(); i++) {
        int sent = i + 1;
        Thread.ofVirtual().start(running.get(i));
        Await.until(() -> one.requests.size() + other.requests.size() == sent);
      }
      assertThat(one.requests).hasSize(3);
      assertThat(other.requests).hasSize(3);
      held.countDown();
      for (FutureTask<Outcome> each : running) {
        assertThat(text(each.get())).isEqualTo(LIST);
      }
    }
  }

  @Test
  void anAddressIsNeeded() {
    assertThatThrownBy(() -> runner(ONCE, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fn: a remote function needs an address");
  }
}
