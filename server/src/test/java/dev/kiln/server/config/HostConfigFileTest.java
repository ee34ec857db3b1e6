package dev.kiln.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ServingOptions.Serves;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.runtime.kind.remote.RemoteFunction;
import dev.kiln.server.TestKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostConfigFileTest {
  private static final String HEAD = "apiVersion: kiln.dev/v1alpha1\nkind: Host\n";

  @TempDir private Path folder;

  private HostConfig read(String text) throws HostConfigFile.Bad, IOException {
    Path file = folder.resolve("host.yaml");
    Files.writeString(file, text);
    return HostConfigFile.read(file, TestKinds.all());
  }

  @Test
  void readsAllThereIs() throws Exception {
    HostConfig config =
        read(
            HEAD
                + """
                engine: podman --runtime runc
                defaultImagePrefix: example.com/short/
                allowImages: [example.com/fn/*]
                standIns: [other.example.com/**]
                functions:
                - name: label
                  exec: {command: [./label, -v], env: {A: b}, directory: /srv}
                  serves: grpc
                  idempotent: true
                  images: [label, example.com/fn/label:v1]
                  pool: {min: 0, max: 2, idle: 90s, memory: 1Gi, maxAge: 1h, maxCalls: 10}
                - image: example.com/fn/gen:v1
                  container:
                    network: host
                    env: {C: d}
                    mounts: [{source: /a, target: /b, writable: true}]
                    memory: 256Mi
                    readOnly: true
                    pull: never
                - name: policy
                  remote: {addresses: ["grpc://a:1", "grpc://b:1"], function: enforce, caFile: /ca}
                """);
    assertThat(config.engine()).contains("podman --runtime runc");
    assertThat(config.defaultImagePrefix()).contains("example.com/short");
    assertThat(config.functions().getFirst().images())
        .containsExactly("label", "example.com/fn/label:v1");
    assertThat(config.allowImages()).containsExactly("example.com/fn/*");
    assertThat(config.standIns()).containsExactly("other.example.com/**");
    var label = (ProgramFunction) config.functions().getFirst().spec();
    assertThat(label.command()).containsExactly("./label", "-v");
    assertThat(label.envs()).containsExactly("A=b");
    assertThat(label.directory()).contains("/srv");
    assertThat(label.serving().serves()).contains(Serves.GRPC);
    assertThat(label.pool())
        .contains(new PoolOptions(0, 2, Duration.ofSeconds(90), 1L << 30, Duration.ofHours(1), 10));
    assertThat(config.functions().get(1).name()).isEqualTo("example.com/fn/gen:v1");
    var image = (ImageFunction) config.functions().get(1).spec();
    assertThat(image.network()).isEqualTo("host");
    assertThat(image.envs()).containsExactly("C=d");
    assertThat(image.mounts()).containsExactly(new Mount("bind", "/a", "/b", true));
    assertThat(image.pull()).isEqualTo(PullPolicy.NEVER);
    assertThat(image.readOnly()).isTrue();
    assertThat(image.memoryBytes()).isEqualTo(256L << 20);
    var policy = (RemoteFunction) config.functions().get(2).spec();
    assertThat(policy.addresses()).containsExactly("grpc://a:1", "grpc://b:1");
    assertThat(policy.function()).contains("enforce");
    assertThat(policy.caFile()).contains("/ca");
  }

  @Test
  void readsWhatTheDocumentationShows() throws Exception {
    String docs = Files.readString(Path.of(System.getProperty("kiln.top"), "docs", "warm.md"));
    String shown = docs.substring(docs.indexOf("apiVersion: kiln.dev/v1alpha1"));
    HostConfig config = read(shown.substring(0, shown.indexOf("```")));
    assertThat(config.functions()).hasSize(3);
    var image = (ImageFunction) config.functions().get(1).spec();
    assertThat(image.serving().serves()).contains(Serves.GRPC);
  }

  @Test
  void isAsGoodAsNothingWhereItSaysNothing() throws Exception {
    assertThat(read(HEAD)).isEqualTo(HostConfig.NONE);
    assertThat(read(HEAD + "functions: [{image: i}]").functions())
        .isEqualTo(List.of(new DeclaredFunction("i", ImageFunction.of("i"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "functions: [{name: a, exce: {command: [a]}}]"
            + "| 3:23: functions[0].exce: no such field (expected: exec)",
        "functions: [{name: a, exec: {command: []}}] | 3:39: functions[0].exec.command: an empty",
        "functions: [{name: a, image: i, images: [x]}, {name: b, image: j, images: [y, x]}]"
            + "| 3:75: functions[1].images: \"x\" (expected: images that a has not)",
        "functions: [{name: a}] | 3:13: functions[0]: no function (expected: image, exec, remote)",
        "functions: [{exec: {command: [a]}}] | 3:13: functions[0].name: missing",
        "functions: [{name: a, image: i, exec: {command: [a]}}] | 3:39: functions[0].exec: beside",
        "functions: [{name: a, exec: {command: [a]}, container: {}}]"
            + "| 3:56: functions[0].container: beside exec (expected: only beside image)",
        "functions: [{image: i, pool: {idle: soon}}]"
            + "| 3:37: functions[0].pool.idle: \"soon\" (expected: a d",
        "functions: [{image: i, pool: {min: 3, max: 2}}] | 3:44: functions[0].pool.max: 2",
        "functions: [{image: i}, {image: i}]"
            + "| 3:25: functions[1].name: \"i\" (expected: a name that no",
        "functions: [{image: i, serves: smtp}] | 3:32: functions[0].serves: \"smtp\"",
        "engine: [podman] | 3:9: engine: a list",
      })
  void saysWhatIsWrongAndWhere(String text, String message) {
    assertThatThrownBy(() -> read(HEAD + text))
        .isInstanceOf(HostConfigFile.Bad.class)
        .hasMessageStartingWith(folder.resolve("host.yaml") + ":" + message.strip());
  }

  @Test
  void refusesWhatIsNoneOfItsKind() {
    assertThatThrownBy(() -> read("apiVersion: v1\nkind: ConfigMap\n"))
        .hasMessageContaining("apiVersion: v1 (expected: kiln.dev/v1alpha1)");
    assertThatThrownBy(() -> HostConfigFile.read(folder.resolve("none.yaml"), TestKinds.all()))
        .hasMessage(folder.resolve("none.yaml") + ": no such file");
    assertThatThrownBy(() -> read("a: [")).isInstanceOf(HostConfigFile.Bad.class);
  }
}
