package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.FunctionsJar;
import dev.kiln.process.Lists;
import dev.kiln.process.TlsFolder;
import dev.kiln.testkit.Program;
import dev.kiln.yaml.node.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program does what the manifests in {@code deploy/} ask of it. */
class DeployIT {
  @TempDir private Path folder;
  private Deploy deploy;

  @BeforeEach
  void copy() throws Exception {
    deploy = new Deploy(folder);
  }

  @Test
  void theDeploymentServesAndItsProbesAreAnswered() throws Exception {
    KilnContainer kiln = deployed(deploy.kubernetes());

    try (var host = kiln.start(Map.of())) {
      for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
        String path = Deploy.text(kiln.node(), probe + ".httpGet.path");
        assertThat(Deploy.text(kiln.node(), probe + ".httpGet.port")).isEqualTo("admin");
        curl("http://" + host.address("admin") + path);
      }
      assertThat(label("http://" + host.address("http"))).isEqualTo(Lists.LABELLED);
    }
  }

  @Test
  void withTheTlsComponentItSpeaksTls() throws Exception {
    TlsFolder.make(folder);
    String resources = deploy.kubernetes("components: [../kubernetes/components/tls]");

    try (var host = deployed(resources).start(Map.of("/tls", folder.toString()))) {
      assertThat(label("https://" + host.address("http"), "--cacert", folder + "/tls.crt"))
          .isEqualTo(Lists.LABELLED);
    }
  }

  @Test
  void withTheFunctionsComponentItHasThoseOfTheConfigMap() throws Exception {
    Path jars = asConfigMap(new FunctionsJar().with("owner", "call.info(\"ours\");"));
    String resources = deploy.kubernetes("components: [../kubernetes/components/functions]");

    try (var host = deployed(resources).start(Map.of("/functions", jars.toString()))) {
      assertThat(curl("http://" + host.address("admin") + "/functions")).contains("owner");
    }
  }

  /** As kubelet writes one: links to links, so that all of it changes at once. */
  private Path asConfigMap(FunctionsJar jar) throws Exception {
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    jar.in(Files.createDirectory(mounted.resolve("..1")), "functions.jar");
    Files.createSymbolicLink(mounted.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(mounted.resolve("functions.jar"), Path.of("..data/functions.jar"));
    return mounted;
  }

  @Test
  void inPorchItAnswersForTheCatalog() throws Exception {
    String image = "ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2";
    String list = Base64.getEncoder().encodeToString(Lists.LABEL.getBytes(UTF_8));
    String request = "{\"image\": \"%s\", \"resource_list\": \"%s\"}".formatted(image, list);
    String method = "evaluator.FunctionEvaluator/EvaluateFunction";

    try (var host = deployed(deploy.render("porch")).start(Map.of())) {
      String answer = Base64.getEncoder().encodeToString(Lists.LABELLED.getBytes(UTF_8));
      List<String> call = List.of(Peers.go("grpcurl"), "-plaintext", "-d", request);
      var words = new ArrayList<>(call);
      words.addAll(List.of(host.address("grpc"), method));
      assertThat(Program.run(words).well().out()).contains(answer);
    }
  }

  @Test
  void thePorchServiceIsWherePorchLooks() throws Exception {
    Node service = Deploy.find(deploy.render("porch"), "Service", "function-runner");

    assertThat(Deploy.text(service, "metadata.namespace")).isEqualTo("porch-system");
    assertThat(Deploy.text(service, "spec.ports[port=9445].targetPort")).isEqualTo("grpc");
  }

  private static KilnContainer deployed(String resources) {
    Node deployment = Deploy.find(resources, "Deployment", "kiln");
    return KilnContainer.in(deployment, "spec.template.spec.containers");
  }

  private String label(String door, String... more) throws Exception {
    Path list = Files.writeString(folder.resolve("list.yaml"), Lists.LABEL);
    String[] post = {"-H", "Content-Type: text/yaml", "--data-binary", "@" + list};
    return curl(
        door + "/functions/set-labels",
        Stream.of(post, more).flatMap(Stream::of).toArray(String[]::new));
  }

  private static String curl(String url, String... more) throws Exception {
    var command = new ArrayList<>(List.of(Peers.program("curl"), "-sS", "--fail-with-body", url));
    command.addAll(List.of(more));
    return Program.run(command).well().out();
  }
}
