package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Pipeline;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineStep;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.runtime.remote.RemotePipelines;
import dev.kiln.runtime.remote.RemoteSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A new kind of function needs nothing but its own class and a line in {@code main}. */
@Timeout(120)
class OwnKindTest {
  private static final String ITEM =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      """;
  private static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
      """;

  @TempDir private Path folder;

  private Process start(String... args) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
    command.add(StampKind.class.getName());
    command.addAll(List.of(args));
    Path list = Files.writeString(folder.resolve("list"), LIST);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectInput(list.toFile())
        .start();
  }

  private String run(String... args) throws IOException {
    return new String(start(args).getInputStream().readAllBytes(), UTF_8);
  }

  private Path config(String declaration) throws IOException {
    return Files.writeString(
        folder.resolve("host.yaml"),
        "apiVersion: kiln.dev/v1alpha1\nkind: Host\nfunctions:\n- {name: s, "
            + declaration
            + "}\n");
  }

  private Path declaring(String declaration) throws IOException {
    Path dir = Files.createDirectory(folder.resolve("package"));
    String annotations = "  annotations:\n    config.kubernetes.io/function: |\n      ";
    Files.writeString(dir.resolve("fn.yaml"), ITEM + annotations + declaration + "\n");
    return Files.writeString(dir.resolve("a.yaml"), ITEM);
  }

  @Test
  void runsFromFlags() throws Exception {
    assertThat(run("serve", "--stamp", "s=red", "--function", "s")).contains("stamp: red");
    Path item = declaring("{}");
    assertThat(run("fn", "run", folder.resolve("package").toString(), "--stamp", "blue"))
        .contains("stamp blue");
    assertThat(item).content().contains("stamp: blue");
  }

  @Test
  void getsTheSettingsThatItAccepts() throws Exception {
    Path item = declaring("{}");
    String dir = folder.resolve("package").toString();
    assertThat(run("fn", "run", dir, "--stamp", "blue", "--mount", "type=tmpfs,dst=/x"))
        .contains("--mount does not apply to stamp blue");
    run("fn", "run", dir, "--stamp", "blue", "--env", "STAMP=black");
    assertThat(item).content().contains("stamp: black");
  }

  @Test
  void runsFromAnAnnotation() throws Exception {
    Path item = declaring("stamp: {value: green}");
    run("fn", "run", folder.resolve("package").toString());
    assertThat(item).content().contains("stamp: green");
  }

  @Test
  void saysWhereADeclarationIsWrong() throws Exception {
    declaring("stamp: {valeu: green}");
    assertThat(run("fn", "run", folder.resolve("package").toString()))
        .contains("fn.yaml:7:15: stamp.valeu: no such field (expected: value)");
    String config = config("stamp: {value: 5}").toString();
    assertThat(run("serve", "--config", config))
        .contains("host.yaml:4:28: functions[0].stamp.value: 5 (expected: the value of a label");
  }

  @Test
  void runsInAPipelineOfAServer() throws Exception {
    String config = config("stamp: {value: gold}").toString();
    Process host = start("serve", "--grpc-addr", "127.0.0.1:0", "--config", config);
    try (BufferedReader out = host.inputReader();
        var none = new Evaluator(new FunctionRegistry(List.of()), Limits.defaults());
        var pipelines =
            new RemotePipelines(
                RemoteAddress.parse("grpc://" + address(out)), RemoteSettings.of(1 << 20))) {
      var step = new PipelineStep("s", "s", null, new byte[0], false, false);
      var pipeline = new Pipeline(Invocation.of(LIST.getBytes(UTF_8)), List.of(step, step));
      PipelineOutcome outcome = none.evaluate(pipeline, pipelines);
      assertThat(new String(outcome.bytes().orElseThrow(), UTF_8)).contains("stamp: gold");
    } finally {
      host.destroy();
    }
  }

  private static String address(BufferedReader out) throws IOException {
    String marker = "grpc: listening on ";
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.contains(marker)) {
        return line.substring(line.indexOf(marker) + marker.length());
      }
    }
    throw new AssertionError("the host ended");
  }
}
