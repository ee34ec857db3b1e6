package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.net.Address;
import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.runtime.instances.Launcher;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.ServerLauncher;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.Podman;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodmanTest {
  private static final String FUNCTION =
      """
      package main

      import (
      	"fmt"
      	"io"
      	"net"
      	"os"
      	"strings"
      	"time"
      )

      func main() {
      	if len(os.Args) > 1 {
      		return
      	}
      	if address := os.Getenv("KRM_FUNCTION_HTTP_ADDRESS"); address != "" {
      		serve(strings.Split(strings.Replace(address, "unix://", "unix ", 1), " "))
      	}
      	if os.Getenv("MODE") == "deaf" {
      		time.Sleep(time.Hour)
      	}
      	in, _ := io.ReadAll(os.Stdin)
      	switch os.Getenv("MODE") {
      	case "":
      		os.Stdout.Write(in)
      	case "fail":
      		fmt.Fprintln(os.Stderr, "it went wrong")
      		os.Exit(7)
      	case "look":
      		links, _ := net.Interfaces()
      		for _, file := range []string{"/file", "/tmp/file"} {
      			fmt.Println(file, os.WriteFile(file, in, 0644) == nil)
      		}
      		fmt.Println(os.Getuid(), os.Getgid(), len(links), os.Getenv("STRUCTURED_RESULTS"))
      	}
      }

      func serve(address []string) {
      	listener, err := net.Listen(address[0], address[1])
      	if err != nil {
      		panic(err)
      	}
      	for {
      		caller, _ := listener.Accept()
      		caller.Write([]byte("served"))
      		caller.Close()
      	}
      }
      """;

  private static Podman podman;
  private static Engine engine;

  private Containers containers;

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
  }

  @AfterEach
  void close() {
    containers.close();
  }

  @Test
  void passesEveryByteThrough() throws Exception {
    var bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    try (var run = start(ContainerSpec.of(podman.plain()))) {
      StartedContainer.Ended ended = run.end(bytes);
      assertEquals(0, ended.exitCode());
      assertEquals(new String(bytes, StandardCharsets.ISO_8859_1), ended.out());
      assertEquals("", ended.err());
    }
  }

  @Test
  void tellsHowAFunctionFailed() throws Exception {
    try (var run = start(mode("fail"))) {
      StartedContainer.Ended ended = run.end("x".getBytes(StandardCharsets.UTF_8));
      assertEquals(7, ended.exitCode());
      assertEquals("it went wrong\n", ended.err());
      assertFalse(run.launch().termination().isStartFailure(7));
    }
  }

  @Test
  void givesAFunctionNeitherRightsNorANetwork() throws Exception {
    try (var run = start(mode("look").withReadOnly(true))) {
      assertEquals(
          "/file false\n/tmp/file true\n65534 65534 1 true\n", run.end(new byte[] {1}).out());
    }
  }

  @Test
  void knowsTheEndBeforeTheClientDoes() throws Exception {
    try (var run = start(ContainerSpec.of(podman.plain()))) {
      run.awaitContainer();
      run.signal("STOP", run.client().pid()); // so that it can tell nothing
      StartedContainer.Ended ended = run.end("list".getBytes(StandardCharsets.UTF_8));
      assertEquals(0, ended.exitCode());
      assertEquals("list", ended.out());
      assertEquals(List.of(), run.launch().termination().killCommand());
      run.signal("CONT", run.client().pid());
      assertEquals(0, run.client().waitFor());
      assertEquals("", run.left());
    }
  }

  @Test
  void tellsOfAFunctionThatWasKilled() throws Exception {
    try (var run = start(mode("deaf"))) {
      run.signal("KILL", run.awaitContainer());
      assertEquals(137, run.end(new byte[0]).exitCode());
    }
  }

  @Test
  void endsByNameWhatAKilledClientLeft() throws Exception {
    try (var run = start(mode("deaf"))) {
      run.awaitContainer();
      run.signal("KILL", run.client().pid());
      assertEquals(137, run.exitCode());
      assertTrue(run.left().contains(run.name()));
      run.kill();
      assertEquals("", run.left());
    }
  }

  @Test
  void leavesNothingOfAContainerWhoseClientWasKilledWhileItMadeIt() throws Exception {
    for (int i = 0; i < 5; i++) {
      try (var run = start(mode("deaf"))) {
        Await.until(run::hasMonitor);
        run.kill();
        assertEquals("", run.left());
        Await.until(() -> !run.isWatched());
      }
    }
  }

  @Test
  void isNotHeldUpByAMonitorThatWasKilled() throws Exception {
    try (var run = start(mode("deaf"))) {
      run.awaitContainer();
      run.signal("KILL", run.monitor());
      assertEquals(137, run.exitCode());
      run.kill();
      assertEquals("", run.left());
    }
  }

  @Test
  void knowsAContainerThatNeverRan() throws Exception {
    String broken = podman.variant("broken", "--entrypoint", "[\"/nothing-here\"]");
    try (var run = start(ContainerSpec.of(broken))) {
      StartedContainer.Ended ended = run.end(new byte[0]);
      assertTrue(run.launch().termination().isStartFailure(ended.exitCode()), ended.toString());
      assertTrue(ended.err().contains("/nothing-here"), ended.err());
      assertEquals("", run.left());
    }
  }

  @Test
  void readsTheLabelOfAnImage() throws Exception {
    ImageFacts facts = inspect(podman.variant("label", "--label", definition("a", "v1")));
    assertEquals("a", facts.definitions().getFirst().name());
    assertFalse(facts.isServer());
    assertTrue(facts.isIdempotent());
  }

  @Test
  void believesTheAnnotationMoreThanTheLabel() throws Exception {
    ImageFacts facts =
        inspect(
            podman.variant(
                "both",
                "--label",
                definition("a", "v1"),
                "--annotation",
                definition("b", "v2alpha1")));
    assertEquals("b", facts.definitions().getFirst().name());
    assertTrue(facts.isServer());
  }

  @Test
  void readsNothingOfAnImageThatTellsNothing() {
    assertEquals(new ImageFacts(podman.plain(), List.of(), List.of()), inspect(podman.plain()));
  }

  @Test
  void takesADigestForAnImageOfItsRepositoryOnly() {
    String repository = podman.plain().substring(0, podman.plain().lastIndexOf(':'));
    String digest = podman.say("image", "inspect", "--format", "{{.Digest}}", podman.plain());
    assertEquals(List.of(), inspect(repository + "@" + digest.strip()).definitions());
    String other = "localhost/ok/anything@" + digest.strip();
    var refused = assertThrows(EngineException.class, () -> inspect(other));
    assertTrue(refused.toString().contains("takes it for another image"), refused.toString());
  }

  @Test
  void takesAListOfManifestsByItsName() {
    assertEquals(List.of(), inspect(podman.list("of-manifests")).definitions());
  }

  @Test
  void sharesASocketWithAServer() throws Exception {
    ServerLauncher launcher =
        containers.v2Launcher(ContainerSpec.of(podman.plain()), Protocol.HTTP);
    ServerLauncher.Server server = launcher.next();
    RemoteAddress address = server.address().get().orElseThrow();
    Path socket = ((Address.Unix) address.place()).path();
    try (var run = new StartedContainer(podman, (LaunchSpec) server.launch())) {
      Await.until(() -> call(socket).equals("served"));
      run.kill();
      assertEquals("", run.left());
    }
    assertFalse(Files.exists(socket.getParent()));
  }

  @Test
  void removesWhatProcessesThatDiedHaveLeft() {
    OwnerLabel self = OwnerLabel.self();
    String mine = leave(self);
    String elsewhere = leave(new OwnerLabel(self.pid(), "1", "another-machine_1"));
    String orphan = leave(new OwnerLabel(self.pid(), "1", self.pidNamespace()));
    try (var _ = new Containers(engine)) {
      Await.until(() -> !left(orphan));
      assertTrue(left(mine) && left(elsewhere));
    } finally {
      podman.say("rm", "--force", "--time", "0", mine, elsewhere);
    }
  }

  /** A container that waits, of that owner. */
  private String leave(OwnerLabel owner) {
    String name = containers.prefix() + "left-" + owner.startTime() + owner.pidNamespace().length();
    String label = OwnerLabel.LABEL + "=" + owner.text();
    podman.say(
        "run",
        "-d",
        "--env=MODE=deaf",
        "--network=none",
        "--name",
        name,
        "--label",
        label,
        podman.plain());
    return name;
  }

  private static boolean left(String name) {
    return podman.say("ps", "-a", "--format", "{{.Names}}").lines().anyMatch(name::equals);
  }

  /** What a server says; nothing as long as it does not listen, which its socket may precede. */
  private static String call(Path socket) {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      var answer = ByteBuffer.allocate(16);
      while (channel.read(answer) >= 0) {}
      return new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private StartedContainer start(ContainerSpec spec) throws IOException {
    Launcher launcher = containers.v1Launcher(spec);
    return new StartedContainer(podman, (LaunchSpec) launcher.next());
  }

  private ImageFacts inspect(String image) {
    return containers.inspect(ContainerSpec.of(image).withPull(PullPolicy.NEVER));
  }

  private static ContainerSpec mode(String mode) {
    return ContainerSpec.of(podman.plain()).withEnvironment(Map.of("MODE", mode));
  }

  private static String definition(String name, String version) {
    return ImageMetadata.KEY
        + """
        ={"apiVersion":"config.kubernetes.io/v1alpha1","kind":"KRMFunctionDefinition",\
        "metadata":{"name":"%s"},"spec":{"group":"g","names":{"kind":"K"},\
        "versions":[{"name":"v1","idempotent":true,"conformWithSpecVersions":["%s"]}]}}"""
            .formatted(name, version);
  }
}
