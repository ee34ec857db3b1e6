package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.WarmContainers.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kpt as it is says and does the same with a warm host as without. */
class KptIT {
  @RegisterExtension
  static final WarmContainers CONTAINERS = new WarmContainers(() -> Peers.program("kpt"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"docker", "podman"})
  void rendersAPackage(String engine) throws Exception {
    assertThat(sameOf(engine, "{team: a, log: b}", "fn", "render").exit()).isZero();
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker", "podman"})
  void failsToRenderAPackage(String engine) throws Exception {
    assertThat(sameOf(engine, "{}", "fn", "render").exit()).isEqualTo(1);
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker", "podman"})
  void evaluatesAFunction(String engine) throws Exception {
    String[] command = {"fn", "eval", "-i", CONTAINERS.function().image(), "--", "team=a", "log=b"};

    assertThat(sameOf(engine, "{}", command).exit()).isZero();
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker", "podman"})
  void failsToEvaluateAFunction(String engine) throws Exception {
    Ran ran = sameOf(engine, "{}", "fn", "eval", "-i", CONTAINERS.function().image());

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("no labels given");
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker", "podman"})
  void leavesWhatTheHostMayNotRunToTheEngine(String engine) throws Exception {
    String image = CONTAINERS.function().image();
    String[] command = {"fn", "eval", "-i", image, "-e", "HOME", "--", "team=a"};

    assertThat(sameOf(engine, "{}", command).exit()).isZero();
    assertThat(CONTAINERS.answers()).isZero();
  }

  private Ran sameOf(String engine, String labels, String... args) throws Exception {
    Path one = kptPackage(labels);
    Path other = kptPackage(labels);
    CONTAINERS.answers();
    Ran warm = CONTAINERS.warm(one, command(engine, args));
    assertThat(warm).isEqualTo(CONTAINERS.bare(other, command(engine, args)));
    assertThat(WarmContainers.texts(one)).isEqualTo(WarmContainers.texts(other));
    return warm;
  }

  private String[] command(String engine, String... args) {
    var command = new ArrayList<>(List.of("env", "KPT_FN_RUNTIME=" + engine, CONTAINERS.program()));
    command.addAll(List.of(args));
    return command.toArray(String[]::new);
  }

  private Path kptPackage(String labels) throws Exception {
    Path parent = Files.createTempDirectory(folder, "packages");
    return WarmContainers.files(
        parent.resolve("package"), // its name is in what kpt says
        "Kptfile",
        """
        apiVersion: kpt.dev/v1
        kind: Kptfile
        metadata:
          name: package
        pipeline:
          mutators:
          - image: %s
            configMap: %s
        """
            .formatted(CONTAINERS.function().image(), labels),
        "web.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web # kept
        data: {port: "080"}
        """);
  }
}
