package dev.kiln.server.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.net.ClientTlsFiles;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.remote.RemoteRunner;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.ResourceList;
import dev.kiln.server.TestFunctions;
import dev.kiln.testkit.IssuedCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A function that another host serves ends as it does there, whichever way it is called. */
class RemoteHostTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final long MOST = 32 << 20;
  private final Evaluator there =
      new Evaluator(
          new FunctionRegistry(
              Stream.concat(
                      TestFunctions.functions().stream(),
                      Stream.of(
                          TestFunctions.function("say", RemoteHostTest::say),
                          TestFunctions.function("large", RemoteHostTest::large)))
                  .map(JavaRunner::register)
                  .toList()),
          Limits.defaults().withMaxMessageBytes(MOST));
  @TempDir private Path folder;

  @BeforeEach
  void certify() throws Exception {
    Transport.certify(folder);
  }

  @AfterEach
  void close() {
    there.close();
  }

  private static ResourceList say(ResourceList in, Call call) {
    call.log().println("said: ä");
    return in;
  }

  private static ResourceList large(ResourceList in, Call call) {
    return in.mapItems(item -> item.withAnnotation("large", "x".repeat(3 << 20)));
  }

  private RemoteRunner runner(Transport.Open open, String function) {
    return runner(open, function, Transport.client(folder));
  }

  private static RemoteRunner runner(Transport.Open open, String function, ClientTlsFiles tls) {
    return new RemoteRunner(
        function,
        List.of(open.address()),
        RemoteSettings.of(MOST).with(tls).withFunction(function));
  }

  private static Invocation call() {
    return Invocation.of(TestFunctions.LIST.getBytes(UTF_8)).withDeadline(Instant.now().plus(SOON));
  }

  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void itEndsAsItDoesThere(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder)) {
      for (String function :
          List.of("nothing", "label", "report", "say", "throw", "refuse", "move", "meddle")) {
        Invocation direct = call().function(function);
        Outcome expected = there.evaluate(direct);
        Invocation in = call();
        try (var runner = runner(open, function)) {
          Outcome outcome = runner.run(in);
          assertThat(outcome.ending()).as(function).isEqualTo(expected.ending());
          assertThat(text(outcome)).as(function).isEqualTo(text(expected));
          assertThat(new String(in.log().tail(), UTF_8))
              .as(function)
              .isEqualTo(new String(direct.log().tail(), UTF_8));
        }
      }
    }
  }

  private static String text(Outcome outcome) {
    return new String(outcome.bytes().orElseThrow(), UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void largeAnswersCome(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "large")) {
      assertThat(text(runner.run(call()))).hasSizeGreaterThan(3 << 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFunctionThatIsNotThereIsTold(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "other")) {
      assertThat(runner.run(call()).ending())
          .isInstanceOfSatisfying(
              Ending.NotFound.class,
              ending ->
                  assertThat(ending.message())
                      .startsWith(open.address() + ": ")
                      .contains("other")
                      .contains("label"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHostThatDrainsTakesNoCall(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "nothing")) {
      assertThat(runner.run(call()).ending()).isEqualTo(new Ending.Done());
      there.drain();
      assertThat(runner.run(call()).ending()).isInstanceOf(Ending.Busy.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theDeadlineHoldsThereToo(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "wait")) {
      Outcome outcome = runner.run(call().withDeadline(Instant.now().plusMillis(500)));
      assertThat(outcome.ending()).isInstanceOf(Ending.TimedOut.class);
      until(() -> there.load().running() == 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledCallEndsThereToo(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "wait")) {
      Invocation in = call();
      var running = new FutureTask<>(() -> runner.run(in));
      Thread.ofVirtual().start(running);
      until(() -> there.load().running() == 1);
      in.cancellation().cancel();
      assertThat(running.get().ending()).isInstanceOf(Ending.Cancelled.class);
      until(() -> there.load().running() == 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_OVER_TLS", "GRPC_OVER_TLS"})
  void aHostThatAsksForACertificateRefusesWhoHasNone(Transport way) throws Exception {
    try (Transport.Open open = way.open(there, folder);
        var runner =
            runner(open, "nothing", new ClientTlsFiles(folder.resolve("ca.crt"), null, null))) {
      Ending ending = runner.run(call()).ending();
      assertThat(ending).isNotInstanceOf(Ending.Done.class);
      assertThat(ending.message()).contains(open.address().toString());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_OVER_TLS", "GRPC_OVER_TLS"})
  void aHostThatNobodyKnowsIsNotCalled(Transport way) throws Exception {
    Path other = folder.resolve("other.crt");
    Files.writeString(other, IssuedCertificate.selfSigned("stranger", "EC").chainPem());
    try (Transport.Open open = way.open(there, folder);
        var runner = runner(open, "nothing", new ClientTlsFiles(other, null, null))) {
      Ending ending = runner.run(call()).ending();
      assertThat(ending).isInstanceOf(Ending.Busy.class);
      assertThat(ending.message()).contains("certification path");
    }
  }
}
