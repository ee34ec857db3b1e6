package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Callers;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.callers.Round;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import io.netty.channel.EventLoop;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Calls the two echo servers, each in a process of its own. */
class CallersTest {
  private static final GeneratedList LIST = GeneratedList.ofSize(200_000);

  private final EventLoop thread = Callers.newEventLoop();

  @Test
  void anEchoOverHttpIsRightOnlyIfAnEchoIsExpected() throws Exception {
    try (var echo = Servers.httpEcho()) {
      judge(Peer.ECHO_HTTP, echo);
    }
  }

  @Test
  void anEchoOverGrpcIsRightOnlyIfAnEchoIsExpected() throws Exception {
    try (var echo = Servers.grpcEcho()) {
      judge(Peer.ECHO_GRPC, echo);
    }
  }

  private void judge(Peer peer, ServerProcess echo) throws InterruptedException {
    byte[] bytes = LIST.bytes();
    Round right = round(new Contender(peer, echo, new Exchange(bytes, bytes), thread));
    assertThat(right.wrong()).as(right.firstWrong()).isZero();
    assertThat(right.calls()).isGreaterThanOrEqualTo(3);

    Exchange labelled = new Exchange(bytes, LIST.labelled(_ -> true));
    Round wrong = round(new Contender(peer, echo, labelled, thread));
    assertThat(wrong.wrong()).isEqualTo(wrong.calls());
    assertThat(wrong.firstWrong()).isNotEmpty();
  }

  private static Round round(Contender contender) throws InterruptedException {
    try (var callers = contender.connect(3)) {
      return callers.run(Duration.ofMillis(50));
    }
  }
}
