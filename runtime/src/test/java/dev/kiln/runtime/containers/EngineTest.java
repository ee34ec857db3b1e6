package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
  private static final String PODMAN =
      """
      case $1 in
        --version) echo 'podman version 4.3.1' ;;
        info) printf 'false\\nfalse\\n' ;;
        *) env ;;
      esac
      """;
  private static final String DOCKER_WITHOUT_DAEMON =
      """
      case $1 in
        --version) echo 'Docker version 28.2.2, build e6534b4' ;;
        *) echo 'Cannot connect to the Docker daemon.' >&2; exit 1 ;;
      esac
      """;

  @TempDir private Path bin;

  @Test
  void passesOverAnEngineThatDoesNotAnswer() {
    Script.write(bin, "docker", DOCKER_WITHOUT_DAEMON);
    Path podman = Script.write(bin, "podman", PODMAN);
    assertEquals("podman 4.3.1 (" + podman + ")", Engine.find(path()).toString());
  }

  @Test
  void saysWhatItLookedForAndWhatFitsInstead() {
    Path docker = Script.write(bin, "docker", DOCKER_WITHOUT_DAEMON);
    assertEquals(
        "no container engine: %s: Cannot connect to the Docker daemon.; podman is not on PATH; nerdctl is not on PATH (expected: one of them on PATH; --engine COMMAND; or a host with --stand-in, whose function answers for the image)"
            .formatted(docker),
        assertThrows(NoEngineException.class, () -> Engine.find(path())).getMessage());
  }

  @Test
  void knowsAPodmanThatIsCalledDocker() {
    Script.write(bin, "docker", PODMAN);
    assertEquals(EngineKind.PODMAN, Engine.find(path()).kind());
    Script.write(bin, "docker", PODMAN.replace("podman version", "docker version"));
    assertEquals(EngineKind.PODMAN, Engine.find(path()).kind());
  }

  @Test
  void keepsTheWordsGivenBehindTheCommand() {
    Path script =
        Script.write(
            bin,
            "podman",
            """
            [ "$1 $2" = '--runtime runc' ] || exit 3
            shift 2
            """
                + PODMAN);
    Engine engine = Engine.of(List.of("podman", "--runtime", "runc"), path());
    assertEquals(
        List.of(script.toString(), "--runtime", "runc", "--log-level=error", "ps"),
        engine.command(List.of("ps")));
  }

  @Test
  void refusesWhatIsNoEngine() {
    Script.write(bin, "cat", "echo 'cat (GNU coreutils) 9.1'");
    var refused = assertThrows(NoEngineException.class, () -> Engine.of(List.of("cat"), path()));
    String why =
        "no container engine: --engine cat: --version says cat (GNU coreutils) 9.1 (expected";
    assertTrue(String.valueOf(refused.getMessage()).startsWith(why), refused.toString());
    assertThrows(NoEngineException.class, () -> Engine.of(List.of("nothing-here"), path()));
    assertThrows(NoEngineException.class, () -> Engine.of(List.of("/nothing/here"), path()));
  }

  @Test
  void knowsAnEngineElsewhere() throws IOException {
    Script.write(bin, "podman", PODMAN.replace("printf 'false", "printf 'true"));
    assertFalse(Engine.find(path()).isLocal());
    Files.delete(bin.resolve("podman"));
    Script.write(bin, "docker", docker("another-machine", System.getProperty("os.version")));
    assertFalse(Engine.find(path()).isLocal());
    Script.write(bin, "docker", docker(hostName(), "4.0-of-a-machine"));
    assertFalse(Engine.find(path()).isLocal());
  }

  @Test
  void knowsADaemonOfThisMachine() throws IOException {
    String kernel = System.getProperty("os.version");
    Script.write(bin, "docker", docker(hostName(), kernel));
    assertEquals(System.getProperty("os.name").equals("Linux"), Engine.find(path()).isLocal());
  }

  @Test
  void keepsWhatIsOursFromTheEngine() {
    Script.write(bin, "podman", PODMAN);
    Map<String, String> ours =
        Map.of(
            "PATH", bin + ":/usr/bin:/bin",
            "KRM_FUNCTION_HTTP_ADDRESS", ":8080",
            "KILN_TOKEN", "secret",
            "CONTAINERS_CONF", "/c.conf");
    Engine engine = Engine.find(ours);
    List<String> seen =
        engine.query("env").out().lines().filter(line -> !line.startsWith("_")).toList();
    assertTrue(seen.contains("CONTAINERS_CONF=/c.conf"), seen.toString());
    assertTrue(seen.contains("KILN_SHIM=off"), seen.toString()); // it is no stand-in for itself
    assertFalse(seen.toString().contains("secret") || seen.toString().contains(":8080"));
  }

  private static String docker(String host, String kernel) {
    return """
        case $1 in
          --version) echo 'Docker version 28.2.2, build e6534b4' ;;
          *) printf '%%s\\n' "%s" "%s" 'Debian' '[]' ;;
        esac
        """
        .formatted(host, kernel);
  }

  private static String hostName() throws IOException {
    Path file = Path.of("/proc/sys/kernel/hostname");
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  private Map<String, String> path() {
    return Map.of("PATH", bin.toString());
  }
}
