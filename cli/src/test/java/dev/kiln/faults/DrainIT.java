package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainIT {
  @TempDir Path folder;

  /** What became of a call; {@code mark} is the file that it leaves behind if it runs. */
  private record Called(Path mark, String end) {
    boolean went() {
      return end.equals("200") || end.equals("OK");
    }

    /** Nobody answered, or nobody was there; whether it ran, its mark tells. */
    boolean turnedAway() {
      return List.of("503", "UNAVAILABLE", "no connection").contains(end);
    }
  }

  @Test
  void noCallThatRunsIsLostUnderLoad() throws Exception {
    Queue<Called> calls = new ConcurrentLinkedQueue<>();
    var over = new AtomicBoolean();
    try (var host = FaultHosts.start("--max-concurrent", "4");
        var channel = GrpcChannel.to(host)) {
      List<Thread> callers = callers(host, channel, calls, over);
      Await.until(() -> "few calls: " + calls, () -> calls.size() > 100);
      host.signal("TERM");

      assertThat(host.exit()).isZero();
      over.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(calls).allMatch(call -> call.went() || call.turnedAway());
    assertThat(calls).allMatch(call -> call.went() == Files.exists(call.mark()));
    assertThat(calls).anyMatch(call -> !call.went());
  }

  /** Four over HTTP, each with its connection, and four over one of gRPC. */
  private List<Thread> callers(
      HostProcess host, GrpcChannel channel, Queue<Called> calls, AtomicBoolean over) {
    var number = new AtomicInteger();
    var callers = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      boolean http = i % 2 == 0;
      Runnable caller =
          () -> {
            while (!over.get()) {
              Path mark = folder.resolve("call-" + number.incrementAndGet());
              String list = Lists.forFunction("mark", "mark: " + mark);
              calls.add(new Called(mark, http ? overHttp(host, list) : channel.end(list)));
            }
          };
      callers.add(Thread.ofPlatform().start(caller));
    }
    return callers;
  }

  private static String overHttp(HostProcess host, String list) {
    try {
      return Integer.toString(Http.post(host, list).statusCode());
    } catch (IOException e) {
      return "no connection";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void refusesNewCallsWhileOldOnesEnd() throws Exception {
    try (var host = FaultHosts.start();
        var channel = GrpcChannel.to(host);
        var caller = RawConnection.to(host.port("http"))) {
      Path end = folder.resolve("end");
      caller.send(RawConnection.request(Lists.forFunction("until", "file: " + end)));
      host.awaitMetric("krm_calls_running", 1);
      host.signal("TERM");
      host.awaitErr("SIGTERM");

      assertThat(Http.admin(host, "/readyz")).contains("draining");
      var refused = Http.post(host, Lists.LABEL);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(channel.end(Lists.LABEL)).isEqualTo("UNAVAILABLE");
      Files.createFile(end);
      assertThat(caller.rest()).startsWith("HTTP/1.1 200 ");
      assertThat(host.exit()).isZero();
    }
  }

  @Test
  void cutsOffWhatTakesTooLong() throws Exception {
    try (var host = FaultHosts.start("--drain-timeout", "1s");
        var caller = RawConnection.to(host.port("http"))) {
      caller.send(RawConnection.request(Lists.forFunction("sleep")));
      host.awaitMetric("krm_calls_running", 1);
      host.signal("TERM");

      assertThat(host.exit()).isEqualTo(1);
      assertThat(host.err()).contains("--drain-timeout");
    }
  }

  @Test
  void aSecondSignalEndsTheHostAtOnce() throws Exception {
    try (var host = FaultHosts.start();
        var caller = RawConnection.to(host.port("http"))) {
      caller.send(RawConnection.request(Lists.forFunction("sleep")));
      host.awaitMetric("krm_calls_running", 1);
      host.signal("TERM");
      host.awaitErr("SIGTERM");
      host.signal("TERM");

      assertThat(host.exit()).isEqualTo(128 + 15);
    }
  }

  @Test
  void anIdleHostEndsAtOnce() throws Exception {
    try (var host = FaultHosts.start();
        var idle = RawConnection.to(host.port("http"))) {
      assertThat(idle.send(RawConnection.head(0, "")).line()).startsWith("HTTP/1.1 400 ");
      host.signal("INT");

      assertThat(host.exit()).isZero();
    }
  }

  /**
   * Whoever starts hosts and ends them knows of them from their doors, the first of which opens
   * early.
   */
  @Test
  void aSignalIsHeardAsSoonAsItListens() throws Exception {
    Path socket = folder.resolve("http");
    try (var host =
        HostProcess.run("--http-addr", "unix://" + socket, "--grpc-addr", "127.0.0.1:0")) {
      Await.until(() -> "no door: " + host.err(), () -> Files.exists(socket));
      host.signal("TERM");

      assertThat(host.exit()).isZero();
    }
  }
}
