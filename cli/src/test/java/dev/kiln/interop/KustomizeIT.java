package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.WarmContainers.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A kustomize as it is says the same with a warm host as without. */
class KustomizeIT {
  @RegisterExtension
  static final WarmContainers CONTAINERS =
      new WarmContainers(() -> Peers.kustomize().resolve("kustomize").toString());

  @TempDir private Path folder;

  @Test
  void runsAContainerFunction() throws Exception {
    assertThat(sameOfContainers("{team: a}").out()).contains("team: a");
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @Test
  void runsFourContainerFunctions() throws Exception {
    assertThat(sameOfContainers("{a: a}", "{b: b}", "{c: c}", "{d: d}").exit()).isZero();
    assertThat(CONTAINERS.answers()).isEqualTo(4);
  }

  @Test
  void showsTheLogOfAFunction() throws Exception {
    assertThat(sameOfContainers("{log: b}").err()).contains("labels: 1, items: 1");
    assertThat(CONTAINERS.answers()).isEqualTo(1);
  }

  @Test
  void failsWithAFunction() throws Exception {
    Ran ran = sameOfContainers("{a: b}", "{}", "{c: d}");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("no labels given");
    assertThat(CONTAINERS.answers()).isEqualTo(2);
  }

  private Ran sameOfContainers(String... labels) throws Exception {
    String runtime = "container: {image: " + CONTAINERS.function().image() + "}";
    Path package_ = kustomization(runtime, labels);
    CONTAINERS.answers();
    Ran warm = CONTAINERS.warm(package_, build());
    assertThat(warm).isEqualTo(CONTAINERS.bare(package_, build()));
    return warm;
  }

  @Test
  void runsAnExecFunctionThatCallsAHost() throws Exception {
    assertThat(sameOfExec("{team: a}").out()).contains("team: a");
  }

  @Test
  void failsWithAnExecFunctionThatCallsAHost() throws Exception {
    assertThat(sameOfExec("{log: b}", "{}").err()).contains("labels: 1, items: 1", "no labels");
  }

  private Ran sameOfExec(String... labels) throws Exception {
    String call =
        "exec: {path: %s/kiln, args: [call, '%s', --image, '%s']}"
            .formatted(
                System.getProperty("kiln.top"),
                CONTAINERS.address(),
                CONTAINERS.function().image());
    String program = "exec: {path: " + CONTAINERS.function().program() + "}";
    Ran warm = CONTAINERS.bare(kustomization(call, labels), build());
    assertThat(warm).isEqualTo(CONTAINERS.bare(kustomization(program, labels), build()));
    return warm;
  }

  private String[] build() {
    return new String[] {
      CONTAINERS.program(), "build", "--enable-alpha-plugins", "--enable-exec", "."
    };
  }

  /** With one function for each of the labels. */
  private Path kustomization(String runtime, String... labels) throws IOException {
    var config = new StringBuilder();
    for (int i = 0; i < labels.length; i++) {
      config.append(
          """
          ---
          apiVersion: example.com/v1
          kind: SetLabels
          metadata:
            name: labels-%d
            annotations:
              config.kubernetes.io/function: |
                %s
          labels: %s
          """
              .formatted(i, runtime, labels[i]));
    }
    return WarmContainers.kustomization(
        Files.createTempDirectory(folder, "package"), config.toString());
  }
}
