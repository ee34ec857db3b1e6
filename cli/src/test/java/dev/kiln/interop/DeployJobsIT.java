package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Program;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the plugin, the task, the jobs and the unit in {@code deploy/} run does what they are for.
 */
class DeployJobsIT {
  private static final String RENDERED =
      """
      apiVersion: v1
      data:
        port: "080"
      kind: ConfigMap
      metadata:
        labels:
          team: a
        name: web
      """;

  private static final Pattern ENVIRONMENT =
      Pattern.compile("^Environment=(\\w+)=(.*)$", Pattern.MULTILINE);

  @TempDir private Path folder;
  private Path work;
  @TempDir private Path sockets;
  private Deploy deploy;

  @BeforeEach
  void prepare() throws Exception {
    deploy = new Deploy(Files.createDirectory(folder.resolve("deploy")));
    work = folder.resolve("work");
    WarmContainers.files(Files.createDirectory(work), "list.yaml", Lists.LABEL);
    WarmContainers.kustomization(
        Files.createDirectory(work.resolve("production")),
        """
        apiVersion: fn.kpt.dev/v1alpha1
        kind: SetLabels
        metadata:
          name: labels
          annotations:
            config.kubernetes.io/function: |
              container: {image: kiln.dev/functions/set-labels}
        labels: {team: a}
        """);
    String kiln = System.getProperty("kiln.top") + "/kiln";
    Program.run(List.of(kiln, "shim", "install", work.resolve(".kiln").toString())).well();
  }

  @Test
  void thePluginOfArgoCdRendersWithTheSidecar() throws Exception {
    Node pod = Deploy.at(Yaml.parse(deploy.text("argocd/repo-server.yaml")), "spec.template.spec");
    Node plugin = Deploy.at(pod, "containers[name=kiln-plugin]");
    Node generate = Deploy.at(Yaml.parse(deploy.text("argocd/plugin.yaml")), "spec.generate");
    List<String> command = Deploy.at(generate, "command").items().stream().map(Node::text).toList();

    try (var host = KilnContainer.in(pod, "initContainers").start(sockets())) {
      assertThat(run(work.resolve("production"), beside(plugin), command)).isEqualTo(RENDERED);
      host.awaitErr("set-labels");
    }
  }

  @Test
  void theStepOfTektonBuildsWithTheSidecar() throws Exception {
    Node task = Deploy.at(Yaml.parse(deploy.text("tekton/task.yaml")), "spec");
    Node step = Deploy.at(task, "steps[name=build]");
    Map<String, String> variables = beside(step);
    assertThat(variables.put("FOLDER", "production")).isEqualTo("$(params.path)");
    assertThat(variables.put("OUTPUT", "rendered.yaml")).isEqualTo("$(params.output)");

    try (var host = KilnContainer.in(task, "sidecars").start(sockets())) {
      run(work, variables, List.of("sh", "-c", Deploy.text(step, "script")));
      assertThat(work.resolve("rendered.yaml")).hasContent(RENDERED);
      host.awaitErr("set-labels");
    }
  }

  private Map<String, String> sockets() {
    return Map.of("/run/kiln", sockets.toString());
  }

  /** The variables of a container that calls the sidecar, with the folders of this machine. */
  private Map<String, String> beside(Node caller) {
    Map<String, String> variables = KilnContainer.variables(Deploy.at(caller, "env"));
    assertThat(Deploy.at(caller, "volumeMounts").items())
        .extracting(mount -> Deploy.text(mount, "mountPath"))
        .contains("/run/kiln", variables.put("KILN_SHIMS", work.resolve(".kiln").toString()));
    variables.replaceAll((_, value) -> value.replace("/run/kiln", sockets.toString()));
    return variables;
  }

  @Test
  void theWorkflowCallsTheServiceAndBuildsWithIt() throws Exception {
    Node job = Deploy.at(Yaml.parse(deploy.text("ci/github-actions.yaml")), "jobs.kiln");

    runSteps(job, Map.of());
    assertThat(work.resolve("labelled.yaml")).hasContent(Lists.LABELLED);
    assertThat(work.resolve("rendered.yaml")).hasContent(RENDERED);
  }

  @Test
  void fluxIsGivenWhatTheServiceMade() throws Exception {
    Node job = Deploy.at(Yaml.parse(deploy.text("flux/publish.yaml")), "jobs.publish");
    Path flux = Files.writeString(tools().resolve("flux"), "#!/bin/sh\necho \"$@\" >pushed\n");
    assertThat(flux.toFile().setExecutable(true)).isTrue();

    runSteps(job, Map.of("GITHUB_REPOSITORY", "acme/fleet"));
    assertThat(work.resolve("rendered/all.yaml")).hasContent(RENDERED);
    assertThat(work.resolve("pushed"))
        .content()
        .startsWith("push artifact oci://ghcr.io/acme/fleet/rendered:latest --path rendered ");
  }

  /** All that a workflow's job has a shell do, as GitHub has it. */
  private void runSteps(Node job, Map<String, String> given) throws Exception {
    try (var host = service(Deploy.at(job, "services.kiln.env"))) {
      var variables = new HashMap<>(given);
      variables.putAll(KilnContainer.variables(Deploy.at(job, "env")));
      assertThat(variables.put("KILN_HOST", "http://" + host.address("http")))
          .isEqualTo("http://127.0.0.1:8080");
      for (Node step : Deploy.at(job, "steps").items()) {
        if (step.at("run") != null) {
          String shell = Peers.program("bash");
          run(work, variables, List.of(shell, "-ec", Deploy.text(step, "run")));
        }
      }
      host.awaitErr("set-labels");
    }
  }

  @Test
  void theJobOfGitLabCallsTheServiceAndBuildsWithIt() throws Exception {
    Node job = Deploy.at(Yaml.parse(deploy.text("ci/gitlab-ci.yml")), "kiln");
    String script =
        Deploy.at(job, "script").items().stream().map(Node::text).collect(joining("\n"));

    try (var host = service(Deploy.at(job, "services[alias=kiln].variables"))) {
      var variables = KilnContainer.variables(Deploy.at(job, "variables"));
      assertThat(variables.put("KILN_HOST", "http://" + host.address("http")))
          .isEqualTo("http://kiln:8080");
      run(work, variables, List.of("sh", "-ec", script));
    }
    for (Node file : Deploy.at(job, "artifacts.paths").items()) {
      assertThat(work.resolve(file.text())).isNotEmptyFile();
    }
    assertThat(work.resolve("rendered.yaml")).hasContent(RENDERED);
  }

  /** The image beside a job, which is told by variables alone. */
  private static HostProcess service(Node variables) throws Exception {
    return KilnContainer.start(List.of(), KilnContainer.variables(variables), Map.of());
  }

  @Test
  void theUnitListensOnTheSocketsOfItsFolder() throws Exception {
    Matcher lines = ENVIRONMENT.matcher(deploy.text("systemd/kiln.service"));
    Map<String, String> variables =
        lines.results().collect(toMap(line -> line.group(1), line -> line.group(2)));

    try (var host = KilnContainer.start(List.of(), variables, sockets())) {
      String socket = sockets.resolve("http.sock").toString();
      List<String> health =
          List.of(
              Peers.program("curl"),
              "-sSf",
              "--unix-socket",
              socket.replace("http", "admin"),
              "http://kiln/readyz");
      Program.run(health).well();
      List<String> call =
          List.of(System.getProperty("kiln.top") + "/kiln", "call", "unix://" + socket);
      assertThat(Program.run(Lists.LABEL.getBytes(UTF_8), call).well().out())
          .isEqualTo(Lists.LABELLED);
      assertThat(host.address("grpc")).isEqualTo("unix://" + sockets + "/grpc.sock");
    }
  }

  @Test
  void theUnitIsGivenLongerThanTheDrain() throws Exception {
    assertThat(deploy.text("systemd/kiln.service"))
        .contains("KRM_FUNCTION_DRAIN_TIMEOUT=30s", "TimeoutStopSec=40s");
  }

  /** Runs it with kustomize and {@link #tools} on PATH, and gives what it printed. */
  private String run(Path directory, Map<String, String> variables, List<String> command)
      throws Exception {
    String folders = tools() + ":" + Peers.kustomize();
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(variables);
    builder.environment().merge("PATH", folders, (path, more) -> more + ":" + path);
    return Program.run(new byte[0], builder).well().out();
  }

  private Path tools() throws IOException {
    return Files.createDirectories(folder.resolve("tools"));
  }
}
