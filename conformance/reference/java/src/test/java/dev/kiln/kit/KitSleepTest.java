package dev.kiln.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KitSleepTest {
  private static final Duration VERY_LONG = Duration.ofDays(1);

  private ServerSocket listener;

  @BeforeEach
  void listens() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void listensNoLonger() throws IOException {
    listener.close();
  }

  @Test
  void wakesWhenTheOtherSideCloses() throws Exception {
    var sleep = CompletableFuture.supplyAsync(() -> KitSleep.until(address(), VERY_LONG));

    listener.accept().close();

    assertThat(sleep.get()).isEmpty();
  }

  @Test
  void sleepsOnWhatItIsTold() throws Exception {
    var sleep = CompletableFuture.supplyAsync(() -> KitSleep.until(address(), VERY_LONG));

    try (Socket other = listener.accept()) {
      other.getOutputStream().write("wake up\n".getBytes(StandardCharsets.UTF_8));
      assertThat(sleep).isNotDone();
    }

    assertThat(sleep.get()).isEmpty();
  }

  @Test
  void writesNothingAndClosesItsSideWhenItWakes() throws Exception {
    var sleep =
        CompletableFuture.supplyAsync(() -> KitSleep.until(address(), Duration.ofMillis(50)));

    try (Socket other = listener.accept()) {
      assertThat(other.getInputStream().read()).isEqualTo(-1);
    }

    assertThat(sleep.get()).isEmpty();
  }

  @Test
  void closesItsSideWhenItIsInterrupted() throws Exception {
    var sleep = new FutureTask<>(() -> KitSleep.until(address(), VERY_LONG));
    Thread sleeper = Thread.ofPlatform().start(sleep);

    try (Socket other = listener.accept()) {
      sleeper.interrupt();
      assertThat(other.getInputStream().read()).isEqualTo(-1);
    }

    assertThatThrownBy(() -> sleep.get(30, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancellationException.class);
  }

  @Test
  void wakesWhenItIsInterruptedWithoutAConnection() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> KitSleep.during(VERY_LONG)).isInstanceOf(CancellationException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void saysThatAnAddressCannotBeReached() throws IOException {
    String address = address();
    listener.close();

    Optional<String> problem = KitSleep.until(address, VERY_LONG);

    assertThat(problem).get().asString().contains(address + " cannot be reached");
  }

  private String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }
}
