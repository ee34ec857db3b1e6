package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Log;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.instances.InstanceLimits;
import dev.kiln.runtime.instances.Instances;
import dev.kiln.runtime.instances.PoolSettings;
import dev.kiln.runtime.instances.ProgramRunner;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteSettings;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.runtime.remote.ServerRunner;
import dev.kiln.runtime.remote.ServerSettings;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.Podman;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Containers as the pool runs them. */
class PooledContainerTest {
  private static final String FUNCTION =
      """
      package main

      import (
      	"fmt"
      	"io"
      	"net"
      	"net/http"
      	"os"
      	"os/signal"
      	"strings"
      	"syscall"
      	"time"
      )

      func main() {
      	if len(os.Args) > 1 {
      		return
      	}
      	address := os.Getenv("KRM_FUNCTION_HTTP_ADDRESS")
      	if path, ok := strings.CutPrefix(address, "unix://"); ok {
      		serve("unix", path)
      	} else if address != "" {
      		serve("tcp", address)
      	}
      	in, _ := io.ReadAll(os.Stdin)
      	switch os.Getenv("MODE") {
      	case "stuck":
      		signal.Ignore(syscall.SIGTERM)
      		fmt.Fprintln(os.Stderr, "stuck")
      		time.Sleep(time.Hour)
      	case "fail":
      		fmt.Fprintln(os.Stderr, "it went wrong")
      		os.Exit(7)
      	}
      	os.Stdout.Write(in)
      }

      func serve(network, address string) {
      	listener, err := net.Listen(network, address)
      	if err != nil {
      		panic(err)
      	}
      	panic(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
      		in, _ := io.ReadAll(r.Body)
      		w.Header().Set("Content-Type", "text/yaml")
      		w.Write(in)
      	})))
      }
      """;
  private static final byte[] LIST =
      "kind: ResourceList\nitems: [] # none\n".getBytes(StandardCharsets.UTF_8);
  private static final long MOST = 64 << 20;
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static Podman podman;
  private static Engine engine;

  private final Log log = Log.keeping(1 << 10);
  private Containers containers;
  private Instances instances;

  @BeforeAll
  static void build() throws IOException {
    podman = Podman.with(FUNCTION);
    engine = Engine.of(List.of("podman"), podman.environment());
  }

  @AfterAll
  static void remove() throws IOException {
    if (podman != null) {
      podman.close();
    }
  }

  @BeforeEach
  void open() {
    containers = new Containers(engine);
    instances = new Instances(InstanceLimits.defaults());
  }

  @AfterEach
  void close() {
    instances.close();
    Await.until(() -> left().isEmpty()); // what is not gone in time is ended behind its owner
    containers.close();
  }

  @Test
  void answersWithTheBytesOfTheFunction() {
    ProgramRunner runner = runner("");
    for (int i = 0; i < 3; i++) {
      Outcome outcome = runner.run(call(Duration.ofMinutes(1)));
      assertInstanceOf(Ending.Done.class, outcome.ending());
      assertArrayEquals(LIST, outcome.bytes().orElseThrow());
    }
    runner.close();
  }

  @Test
  void tellsHowAFunctionFailed() {
    ProgramRunner runner = runner("fail");
    Outcome outcome = runner.run(call(Duration.ofMinutes(1)));
    assertEquals(7, outcome.exitCode());
    assertEquals("it went wrong\n", new String(log.tail(), StandardCharsets.UTF_8));
    runner.close();
  }

  @Test
  void endsAContainerAtItsDeadline() {
    ProgramRunner runner = runner("stuck");
    Duration patience = Duration.ofSeconds(1);
    do { // until it ran before its deadline, however busy the machine is
      Outcome outcome = runner.run(call(patience));
      assertInstanceOf(Ending.TimedOut.class, outcome.ending());
      patience = patience.multipliedBy(2);
    } while (log.tail().length == 0 && patience.compareTo(LONGEST) < 0);
    assertEquals("stuck\n", new String(log.tail(), StandardCharsets.UTF_8));
    runner.close();
    Await.until(() -> left().isEmpty());
  }

  @Test
  void keepsAServer() {
    keeps(containers.v2Launcher(ContainerSpec.of(podman.plain()), Protocol.HTTP));
  }

  @Test
  void keepsAServerThatListensOnAPort() {
    try {
      podman.say("run", "--rm", "--publish=127.0.0.1::8080", podman.plain(), "true");
    } catch (IllegalStateException e) {
      Assumptions.abort("no networks for containers here: " + e.getMessage());
    }
    keeps(containers.v2LauncherOnPort(ContainerSpec.of(podman.plain()), Protocol.HTTP));
  }

  private void keeps(ServerLauncher launcher) {
    var settings = ServerSettings.of(RemoteSettings.of(MOST));
    try (var runner = new ServerRunner("fn", launcher, settings, instances)) {
      for (int i = 0; i < 3; i++) {
        Outcome outcome = runner.run(call(Duration.ofMinutes(1)));
        assertInstanceOf(Ending.Done.class, outcome.ending(), () -> outcome.ending().message());
        assertArrayEquals(LIST, outcome.bytes().orElseThrow());
      }
      assertEquals(1, left().lines().count());
    }
    Await.until(() -> left().isEmpty());
  }

  @Test
  void leavesNothingWhenItsOwnerIsKilled() throws IOException, InterruptedException {
    var owner =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-cp",
            System.getProperty("java.class.path"),
            ContainerOwner.class.getName(),
            podman.plain());
    owner.environment().putAll(podman.environment());
    Process killed = owner.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String prefix = killed.inputReader(StandardCharsets.UTF_8).readLine();
    Await.until(() -> left(prefix).lines().count() == 2);
    killed.destroyForcibly().waitFor();
    Await.until(() -> left(prefix).isEmpty());
  }

  @Test
  void tellsInTheEnginesWordsWhyNothingStarted() {
    ContainerSpec spec = ContainerSpec.of(podman.plain() + "-gone");
    var runner =
        new ProgramRunner(
            "gone", containers.v1Launcher(spec), PoolSettings.DEFAULTS, instances, MOST);
    Outcome outcome = runner.run(call(Duration.ofMinutes(1)));
    var failed = assertInstanceOf(Ending.Failed.class, outcome.ending());
    assertEquals(Reason.START, failed.reason());
    assertTrue(failed.message().contains("image not known"), failed.message());
    runner.close();
  }

  private ProgramRunner runner(String mode) {
    ContainerSpec spec = ContainerSpec.of(podman.plain()).withEnvironment(Map.of("MODE", mode));
    return new ProgramRunner(
        "fn", containers.v1Launcher(spec), PoolSettings.DEFAULTS, instances, MOST);
  }

  private Invocation call(Duration limit) {
    return Invocation.of(LIST).log(log).withDeadline(Instant.now().plus(limit));
  }

  /** Of the containers of this very test. */
  private String left() {
    return left(containers.prefix());
  }

  private static String left(String prefix) {
    return podman.say("ps", "-a", "--format", "{{.Names}}", "--filter", "name=" + prefix);
  }
}
