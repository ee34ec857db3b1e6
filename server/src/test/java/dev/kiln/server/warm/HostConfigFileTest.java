package dev.kiln.server.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.server.warm.HostConfig.Function;
import dev.kiln.server.warm.HostConfig.Serves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    return HostConfigFile.read(file);
  }

  @Test
  void readsAllThereIs() throws Exception {
    HostConfig config =
        read(
            HEAD
                + """
                engine: podman --runtime runc
                allowImages: [example.com/fn/*]
                standIns: [other.example.com/**]
                functions:
                - name: label
                  exec: {command: [./label, -v], env: {A: b}, directory: /srv}
                  serves: grpc
                  idempotent: true
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
    assertThat(config.allowImages()).containsExactly("example.com/fn/*");
    assertThat(config.standIns()).containsExactly("other.example.com/**");
    Function label = config.functions().getFirst();
    assertThat(label.exec().orElseThrow().command()).containsExactly("./label", "-v");
    assertThat(label.exec().orElseThrow().env()).isEqualTo(Map.of("A", "b"));
    assertThat(label.serves()).contains(Serves.GRPC);
    HostConfig.Pool pool = label.pool().orElseThrow();
    assertThat(pool.idleTime()).isEqualTo(Duration.ofSeconds(90));
    assertThat(pool.memoryBytes()).isEqualTo(1L << 30);
    assertThat(pool.longestAge()).contains(Duration.ofHours(1));
    Function image = config.functions().get(1);
    assertThat(image.name()).isEqualTo("example.com/fn/gen:v1");
    assertThat(image.container().orElseThrow().pull()).isEqualTo(HostConfig.Pull.NEVER);
    assertThat(image.container().orElseThrow().memoryBytes()).hasValue(256L << 20);
    assertThat(config.functions().get(2).remote().orElseThrow().addresses())
        .isEqualTo(List.of("grpc://a:1", "grpc://b:1"));
  }

  @Test
  void readsWhatTheDocumentationShows() throws Exception {
    String docs = Files.readString(Path.of(System.getProperty("kiln.top"), "docs", "warm.md"));
    String shown = docs.substring(docs.indexOf("apiVersion: kiln.dev/v1alpha1"));
    HostConfig config = read(shown.substring(0, shown.indexOf("```")));
    assertThat(config.functions()).hasSize(3);
    assertThat(config.functions().get(1).serves()).contains(Serves.GRPC);
  }

  @Test
  void isAsGoodAsNothingWhereItSaysNothing() throws Exception {
    assertThat(read(HEAD)).isEqualTo(HostConfig.NONE);
    assertThat(read(HEAD + "functions: [{image: i}]").functions())
        .isEqualTo(List.of(Function.image("", "i")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "functions: [{name: a, exce: {command: [a]}}]"
            + "| functions[0].exce: unknown field (expected: one of",
        "functions: [{name: a, exec: {command: []}}] | functions[0].exec.command",
        "functions: [{name: a}] | functions[0].exec: 0 of them (expected: one of exec, image",
        "functions: [{exec: {command: [a]}}] | functions[0].name: missing",
        "functions: [{name: a, image: i, exec: {command: [a]}}] | functions[0].exec: 2 of them",
        "functions: [{image: i, pool: {idle: soon}}] | functions[0].pool.idle: \"soon\" (expected: a d",
        "functions: [{image: i, pool: {min: 3, max: 2}}] | functions[0].pool.max",
        "functions: [{image: i}, {image: i}] | functions[1].name: \"i\" (expected: a name that no",
        "functions: [{image: i, serves: smtp}] | functions[0].serves",
        "engine: [podman] | engine",
      })
  void saysWhatIsWrongAndWhere(String text, String message) {
    assertThatThrownBy(() -> read(HEAD + text))
        .isInstanceOf(HostConfigFile.Bad.class)
        .hasMessageStartingWith(folder.resolve("host.yaml") + ": " + message.strip())
        .hasMessageContaining("line ");
  }

  @Test
  void refusesWhatIsNoneOfItsKind() {
    assertThatThrownBy(() -> read("apiVersion: v1\nkind: ConfigMap\n"))
        .hasMessageContaining("apiVersion: v1 (expected: kiln.dev/v1alpha1)");
    assertThatThrownBy(() -> HostConfigFile.read(folder.resolve("none.yaml")))
        .hasMessage(folder.resolve("none.yaml") + ": no such file");
    assertThatThrownBy(() -> read("a: [")).isInstanceOf(HostConfigFile.Bad.class);
  }
}
