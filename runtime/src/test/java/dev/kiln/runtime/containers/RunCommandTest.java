package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCommandTest {
  private static final ContainerName NAME =
      new ContainerName("kiln-1f-7", new OwnerLabel(42, "99", "b_4"), Path.of("/tmp/k/7.pid"));
  private static final ContainerSpec SPEC = ContainerSpec.of("example.com/fn:v1");

  @Test
  void givesAProgramNothingOfTheHost() {
    assertEquals(
        """
        docker run --rm --pull=never --name kiln-1f-7 --label dev.kiln.owner=42.99.b_4\
         --user 65534:65534 --security-opt=no-new-privileges --log-driver=none --interactive\
         --network none --env LOG_TO_STDERR=true --env STRUCTURED_RESULTS=true\
         example.com/fn:v1""",
        program(engine(EngineKind.DOCKER, true), SPEC));
  }

  @Test
  void handsOurVeryPipesToAContainerOfALocalPodman() {
    assertEquals(
        """
        podman --log-level=error run --rm --pull=never --name kiln-1f-7\
         --label dev.kiln.owner=42.99.b_4 --user 65534:65534 --security-opt=no-new-privileges\
         --log-driver=passthrough --conmon-pidfile /tmp/k/7.pid --interactive --network none\
         --env LOG_TO_STDERR=true --env STRUCTURED_RESULTS=true example.com/fn:v1""",
        program(engine(EngineKind.PODMAN, true), SPEC));
  }

  @Test
  void givesWhatIsAskedFor() {
    ContainerSpec spec =
        SPEC.withNetwork("host")
            .withMounts(List.of(Mount.parse("type=bind,src=/data,dst=/in")))
            .withEnvironment(Map.of("TOKEN", "a b", "LOG_TO_STDERR", "false"))
            .withMemory(64 << 20)
            .withCpus(1.5)
            .withReadOnly(true)
            .withUser("1000:1000");
    assertEquals(
        """
        nerdctl run --rm --pull=never --name kiln-1f-7 --label dev.kiln.owner=42.99.b_4\
         --user 1000:1000 --security-opt=no-new-privileges --interactive --network host\
         --read-only --tmpfs /tmp:rw,nosuid,nodev,mode=1777\
         --mount type=bind,source=/data,target=/in,ro --env LOG_TO_STDERR=false\
         --env STRUCTURED_RESULTS=true --env TOKEN=a b --memory 67108864b --cpus 1.500\
         example.com/fn:v1""",
        program(engine(EngineKind.NERDCTL, true), spec));
  }

  @Test
  void sharesAFolderWithAServer() {
    var user = new SharedUser("65534:65534", List.of("--userns=keep-id:uid=65534,gid=65534"));
    var folder = new SocketFolder(Path.of("/tmp/k/7"), user);
    assertEquals(
        """
        docker run --rm --pull=never --name kiln-1f-7 --label dev.kiln.owner=42.99.b_4\
         --user 65534:65534 --security-opt=no-new-privileges --log-driver=none\
         --userns=keep-id:uid=65534,gid=65534 --volume /tmp/k/7:/kiln:rw --network none\
         --env KRM_FUNCTION_HTTP_ADDRESS=unix:///kiln/s --env LOG_TO_STDERR=true\
         --env STRUCTURED_RESULTS=true example.com/fn:v1""",
        words(
            RunCommand.server(
                engine(EngineKind.DOCKER, true), SPEC, NAME, folder, "KRM_FUNCTION_HTTP_ADDRESS")));
  }

  @Test
  void publishesTheServerOfARemoteEngineOnThisMachineAlone() {
    assertEquals(
        """
        podman --log-level=error run --rm --pull=never --name kiln-1f-7\
         --label dev.kiln.owner=42.99.b_4 --user 65534:65534 --security-opt=no-new-privileges\
         --log-driver=none --publish 127.0.0.1::8080\
         --env KRM_FUNCTION_GRPC_ADDRESS=0.0.0.0:8080 --env LOG_TO_STDERR=true\
         --env STRUCTURED_RESULTS=true example.com/fn:v1""",
        words(
            RunCommand.server(
                engine(EngineKind.PODMAN, false), SPEC, NAME, 8080, "KRM_FUNCTION_GRPC_ADDRESS")));
  }

  @Test
  void endsByNameWithoutWaiting() {
    assertEquals(
        "podman --log-level=error rm --force --volumes --ignore --time 0 kiln-1f-7",
        kill(EngineKind.PODMAN));
    assertEquals("docker rm --force --volumes kiln-1f-7", kill(EngineKind.DOCKER));
  }

  /** Without the shell that asks again. */
  private static String kill(EngineKind kind) {
    List<String> command = RunCommand.kill(engine(kind, true), NAME);
    assertEquals(List.of("42", "/tmp/k", "/tmp/k/7.pid"), command.subList(3, 6));
    return words(command.subList(6, command.size()));
  }

  private static String program(Engine engine, ContainerSpec spec) {
    return words(RunCommand.program(engine, spec, NAME));
  }

  private static String words(List<String> command) {
    return String.join(" ", command);
  }

  private static Engine engine(EngineKind kind, boolean local) {
    return new Engine(
        List.of(kind.command()), Map.of(), new EngineFacts(kind, "4.9.3", local, false));
  }
}
