package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.net.Tls;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Limits;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.testkit.IssuedCertificate;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpTest {
  private static final String FREE = "127.0.0.1:0";
  private static final int PATIENCE_SECONDS = 60;

  @Test
  void callsEveryDoorThereIs() throws Exception {
    assertThat(answers("--http-addr", FREE, "--grpc-addr", FREE))
        .containsExactlyInAnyOrder("200", "OK");
    assertThat(answers("--http-addr", FREE)).containsExactly("200");
    assertThat(answers("--grpc-addr", FREE)).containsExactly("OK");
  }

  @Test
  void callsWithTheCertificateOfTheHost(@TempDir Path certificates) throws Exception {
    IssuedCertificate host = IssuedCertificate.selfSigned("warm-up", "EC");
    host.writeTo(certificates);
    Files.writeString(certificates.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    Tls tls = Tls.of(certificates, _ -> {});

    List<String> answers =
        answers(Optional.of(tls.forAnyClient()), "--http-addr", FREE, "--grpc-addr", FREE);

    tls.close();
    assertThat(answers).containsExactlyInAnyOrder("200", "OK");
  }

  @Test
  void goesOnBesideTheHostUntilThatCloses() throws Exception {
    var asked = new CountDownLatch(2);
    HostSettings settings =
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(List.of("--http-addr", FREE), Map.of()),
            TestKinds.FLAGS);
    BooleanSupplier busy =
        () -> {
          asked.countDown();
          return false;
        };
    Thread thread;
    try (var _ = WarmUp.begin(settings, Optional.empty(), busy, Duration.ofHours(1))) {
      thread = warmUp().orElseThrow();
      assertThat(asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(thread.join(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
  }

  private static Optional<Thread> warmUp() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("warm-up"))
        .findFirst();
  }

  private static List<String> answers(String... args) throws Exception {
    return answers(Optional.empty(), args);
  }

  private static List<String> answers(Optional<Tls> tls, String... args) throws Exception {
    HostSettings settings =
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(List.of(args), Map.of()),
            TestKinds.FLAGS);
    var heard = new LinkedBlockingQueue<CompletedCall>();
    try (var log = Host.log(settings, OutputStream.nullOutputStream());
        var evaluator = new Evaluator(WarmUp.function(), Limits.defaults());
        var doors =
            Doors.open(
                new Doors.Setup(
                    settings,
                    evaluator,
                    Callers.ANYONE,
                    heard::add,
                    Optional.empty(),
                    log,
                    Optional::empty,
                    _ -> {}),
                tls)) {
      WarmUp.call(doors, tls.map(Tls::client));
      var statuses = new ArrayList<String>();
      for (int door = 0; door < args.length / 2; door++) { // gRPC tells of a call behind its answer
        CompletedCall told = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        statuses.add(told == null ? "nothing" : told.status());
      }
      heard.forEach(more -> statuses.add(more.status()));
      return statuses;
    }
  }
}
