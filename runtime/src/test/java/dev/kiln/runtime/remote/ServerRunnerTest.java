package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.RemoteCalls.LIST;
import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static dev.kiln.runtime.remote.RemoteCalls.call;
import static dev.kiln.runtime.remote.RemoteCalls.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.net.Address;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerRunnerTest {
  private static final ServerSettings KEPT = ServerSettings.of(RemoteSettings.of(MOST));

  private final Instances instances = new Instances(InstanceLimits.defaults());
  private final List<Path> folders = new CopyOnWriteArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void nothingIsLeft() {
    instances.close();
    Await.until(() -> folders.stream().noneMatch(Files::exists)); // of one about to start as well
  }

  private Path stop() {
    return folder.resolve("stop");
  }

  private ServerRunner runner(Protocol protocol, ServerSettings settings) {
    return runner(V2Program.launch(stop()), protocol, settings);
  }

  private ServerRunner runner(LaunchSpec launch, Protocol protocol, ServerSettings settings) {
    var program = new ProgramServers(launch, protocol, false);
    ServerLauncher remembering =
        () -> {
          ServerLauncher.Server next = program.next();
          var place = (Address.Unix) next.address().get().orElseThrow().place();
          folders.add(place.path().getParent());
          return next;
        };
    return new ServerRunner("fn", remembering, settings, instances);
  }

  private static long pid(ServerRunner runner) {
    Outcome outcome = runner.run(call());
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    return V2Program.pid(outcome.bytes().orElseThrow());
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).isPresent();
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest
  @CsvSource({"HTTP", "GRPC"})
  void aProgramIsStartedOnceAndKept(Protocol protocol) {
    try (var runner = runner(protocol, KEPT)) {
      assertThat(runner.waits()).isTrue();
      assertThat(text(runner.run(call()))).startsWith(LIST);
      assertThat(pid(runner)).isEqualTo(pid(runner));
      assertThat(runner.counts().starts()).isEqualTo(1);
      assertThat(runner.counts().calls()).isEqualTo(3);
    }
  }

  @Test
  void aProgramThatKnowsNoSocketsIsCalledAtAPort() {
    var program = new ProgramServers(V2Program.launch(stop()), Protocol.HTTP, true);
    try (var runner = new ServerRunner("fn", program, KEPT, instances)) {
      assertThat(text(runner.run(call()))).startsWith(LIST);
    }
  }

  @Test
  void itIsStartedAheadOnRequestAndEndsWithItsRunner() {
    long pid;
    try (var runner = runner(Protocol.HTTP, KEPT)) {
      runner.prepare();
      Await.until(() -> runner.counts().starts() == 1);
      pid = pid(runner);
      assertThat(runner.counts().starts()).isEqualTo(1);
    }
    Await.until(() -> !isAlive(pid));
  }

  @ParameterizedTest
  @CsvSource({"HTTP", "GRPC"})
  void oneThatIsKilledIsReplaced(Protocol protocol) {
    try (var runner = runner(protocol, KEPT)) {
      long first = pid(runner);
      kill(first);
      Await.until(() -> runner.counts().deaths() == 1);
      assertThat(pid(runner)).isNotEqualTo(first);
    }
  }

  @ParameterizedTest
  @CsvSource({"HTTP", "GRPC"})
  void theFirstCallThatFindsItKilledIsAnswered(Protocol protocol) {
    try (var runner = runner(protocol, KEPT)) {
      long first = pid(runner);
      kill(first);
      Await.until(() -> !isAlive(first));
      assertThat(pid(runner)).isNotEqualTo(first);
    }
  }

  @ParameterizedTest
  @CsvSource({"HTTP", "GRPC"})
  void aCallThatItHadWhenItWasKilledFails(Protocol protocol) throws Exception {
    try (var runner = runner(protocol, KEPT)) {
      long pid = pid(runner);
      Path hangs = folder.resolve("hangs");
      var hanging = new FutureTask<>(() -> runner.run(call(LIST + "hang: " + hangs + "\n")));
      Thread.ofVirtual().start(hanging);
      Await.until(() -> Files.exists(hangs));
      kill(pid);
      assertThat(hanging.get().ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(Reason.SIGNAL);
                assertThat(failed.exitCode()).isEqualTo(137);
                assertThat(failed.message())
                    .startsWith("fn ended with signal 9 during the call: hanging; it may have run");
              });
      assertThat(pid(runner)).isNotEqualTo(pid);
    }
  }

  @Test
  void aCallThatEndsItFailsWithItsWords() {
    try (var runner = runner(Protocol.HTTP, KEPT)) {
      Invocation in = call(LIST + "die: 1\n");
      Ending ending = runner.run(in).ending();
      assertThat(ending)
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(Reason.EXIT_CODE);
                assertThat(failed.exitCode()).isEqualTo(9);
                assertThat(failed.message()).contains("during the call: dying");
              });
      assertThat(RemoteCalls.log(in)).contains("dying\n");
    }
  }

  @Test
  void aCallThatMayRunAgainDoes() {
    ServerSettings again = ServerSettings.of(RemoteSettings.of(MOST).withIdempotent(true));
    try (var runner = runner(Protocol.HTTP, again)) {
      Ending ending = runner.run(call(LIST + "die: 1\n")).ending();
      assertThat(ending).isInstanceOf(Ending.Failed.class);
      assertThat(runner.counts().deaths()).isGreaterThan(1);
      assertThat(runner.counts().retries()).isPositive();
    }
  }

  @Test
  void oneThatCannotStartTellsInItsOwnWords() throws Exception {
    Files.createFile(stop());
    try (var runner = runner(Protocol.HTTP, KEPT)) {
      Invocation in = call();
      assertThat(runner.run(in).ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(Reason.START);
                assertThat(failed.exitCode()).isEqualTo(126);
                assertThat(failed.message())
                    .contains("exit code 3")
                    .contains("cannot start: " + stop() + " is there")
                    .contains("(tried: ");
              });
      assertThat(RemoteCalls.log(in)).startsWith("starting\n");
      assertThat(runner.counts().failedStarts()).isPositive();
    }
  }

  @Test
  void oneThatCouldNotStartIsTriedAgain() throws Exception {
    Files.createFile(stop());
    try (var runner = runner(Protocol.HTTP, KEPT)) {
      assertThat(runner.run(call()).ending()).isInstanceOf(Ending.Failed.class);
      Files.delete(stop());
      Await.until(() -> runner.run(call()).ending() instanceof Ending.Done);
    }
  }

  @Test
  void aProgramThatIsMissingIsNamed() {
    var missing =
        new LaunchSpec(
            List.of("/nowhere/fn"), Map.of(), Optional.empty(), ChildTermination.OF_PROCESS);
    try (var runner = runner(missing, Protocol.HTTP, KEPT)) {
      assertThat(runner.run(call()).ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> {
                assertThat(failed.exitCode()).isEqualTo(127);
                assertThat(failed.message())
                    .startsWith("fn could not be started: ")
                    .contains("/nowhere/fn");
              });
    }
  }

  @Test
  void aProgramOfSpecV1IsToldFromAServer() {
    var cat =
        new LaunchSpec(
            List.of("/bin/cat"), Map.of(), Optional.empty(), ChildTermination.OF_PROCESS);
    try (var runner = runner(cat, Protocol.GRPC, KEPT)) {
      assertThat(runner.run(call()).ending().message())
          .contains("it ended with exit code 0 before it answered");
    }
  }

  @Test
  void oneThatNeverAnswersIsGivenUp() {
    var silent =
        new LaunchSpec(
            List.of("/bin/sleep", "60"), Map.of(), Optional.empty(), ChildTermination.OF_PROCESS);
    try (var runner = runner(silent, Protocol.HTTP, KEPT.withStartLimit(Duration.ofMillis(50)))) {
      assertThat(runner.run(call()).ending().message())
          .contains("it did not answer within")
          .contains("no such file or directory");
    }
  }

  @Test
  void aCallWaitsForAStartUntilItsDeadline() {
    var silent =
        new LaunchSpec(
            List.of("/bin/sleep", "60"), Map.of(), Optional.empty(), ChildTermination.OF_PROCESS);
    try (var runner = runner(silent, Protocol.HTTP, KEPT)) {
      assertThat(runner.run(call().withDeadline(Instant.now().plusMillis(50))).ending())
          .isInstanceOf(Ending.TimedOut.class);
    }
  }

  @Test
  void oneThatHadItsCallsIsReplacedAndNoCallIsDropped() {
    try (var runner = runner(Protocol.HTTP, KEPT.withRecycling(Duration.ZERO, 2))) {
      Set<Long> seen = new HashSet<>();
      Await.until(
          () -> {
            seen.add(pid(runner));
            return seen.size() == 3;
          });
      assertThat(runner.counts().recycled()).isPositive();
      assertThat(runner.counts().deaths()).isZero();
    }
  }

  @Test
  void oneThatIsOldIsReplacedWhileItStillHasACall() throws Exception {
    try (var runner = runner(Protocol.HTTP, KEPT.withRecycling(Duration.ofMillis(1), 0))) {
      long first = pid(runner);
      Await.until(() -> pid(runner) != first);
      Await.until(() -> !isAlive(first));
      assertThat(runner.counts().deaths()).isZero();
    }
  }

  @Test
  void oneThatSaysThatItDoesNotServeIsReplaced() {
    try (var runner = runner(Protocol.GRPC, KEPT.withHealthPeriod(Duration.ofMillis(20)))) {
      long first = V2Program.pid(runner.run(call(LIST + "sicken: 1\n")).bytes().orElseThrow());
      Await.until(() -> runner.counts().deaths() == 1);
      assertThat(pid(runner)).isNotEqualTo(first);
    }
  }
}
