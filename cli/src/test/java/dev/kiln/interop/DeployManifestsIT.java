package dev.kiln.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Match;
import dev.kiln.yaml.node.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests in {@code deploy/} agree with each other, and with this version. */
class DeployManifestsIT {
  private static final Pattern IMAGE = Pattern.compile("kiln\\.dev/kiln[^\\s\"`]*");
  private static final String CONTAINERS = "spec.template.spec.containers";

  @TempDir private Path folder;
  private Deploy deploy;

  @BeforeEach
  void copy() throws Exception {
    deploy = new Deploy(folder);
  }

  @Test
  void everyImageIsOfThisVersion() throws Exception {
    String version = System.getProperty("kiln.version").replace("-SNAPSHOT", "");
    var images = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        IMAGE.matcher(Files.readString(file)).results().forEach(image -> images.add(image.group()));
      }
    }

    assertThat(images).hasSizeGreaterThan(5).containsOnly("kiln.dev/kiln:" + version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes/base", "porch"})
  void portsAreThoseThatArgsOpen(String kustomization) throws Exception {
    KilnContainer kiln = KilnContainer.in(deployment(deploy.render(kustomization)), CONTAINERS);
    List<String> opened = kiln.args().stream().filter(word -> word.contains("-addr=")).toList();

    assertThat(Deploy.at(kiln.node(), "ports").items())
        .extracting(
            port ->
                "--" + Deploy.text(port, "name") + "-addr=:" + Deploy.text(port, "containerPort"))
        .containsExactlyInAnyOrderElementsOf(opened);
  }

  @ParameterizedTest
  @CsvSource({
    "kubernetes/base, Service, kiln, spec.ports[*].targetPort, 3",
    "kubernetes/base, Service, kiln-pods, spec.ports[*].targetPort, 1",
    "kubernetes/base, NetworkPolicy, kiln, spec.ingress[*].ports[*].port, 3",
    "porch, Service, function-runner, spec.ports[*].targetPort, 2",
  })
  void portsLeadToThoseOfThePod(
      String kustomization, String kind, String name, String path, int count) throws Exception {
    String resources = deploy.render(kustomization);
    Node kiln = KilnContainer.in(deployment(resources), CONTAINERS).node();

    assertThat(texts(Deploy.find(resources, kind, name), path))
        .hasSize(count)
        .isSubsetOf(texts(kiln, "ports[*].name"));
  }

  @ParameterizedTest
  @CsvSource({
    "Service, kiln, spec.selector",
    "Service, kiln-pods, spec.selector",
    "PodDisruptionBudget, kiln, spec.selector.matchLabels",
    "NetworkPolicy, kiln, spec.podSelector.matchLabels",
    "Deployment, kiln, spec.selector.matchLabels",
  })
  void selectorsAreThePodsLabels(String kind, String name, String path) throws Exception {
    String resources = deploy.kubernetes();
    Node labels = Deploy.at(deployment(resources), "spec.template.metadata.labels");

    assertThat(Deploy.at(Deploy.find(resources, kind, name), path).value())
        .isEqualTo(labels.value());
  }

  @Test
  void aPodIsGivenLongerThanItNeedsToDrain() throws Exception {
    Node pod = Deploy.at(deployment(deploy.kubernetes()), "spec.template.spec");
    KilnContainer kiln = KilnContainer.in(pod, "containers");

    assertThat(number(pod, "terminationGracePeriodSeconds"))
        .isGreaterThan(30 + number(kiln.node(), "lifecycle.preStop.sleep.seconds"));
    assertThat(kiln.args()).contains("--drain-timeout=30s");
  }

  @ParameterizedTest
  @CsvSource({
    "kubernetes/base/deployment.yaml, spec.template.spec.containers",
    "argocd/repo-server.yaml, spec.template.spec.initContainers",
    "tekton/task.yaml, spec.sidecars",
  })
  void kilnMayDoNothingThatItNeedNot(String file, String path) throws Exception {
    Node container = KilnContainer.in(Yaml.parse(deploy.text(file)), path).node();
    Node rights = Deploy.at(container, "securityContext");

    assertThat(Deploy.text(rights, "readOnlyRootFilesystem")).isEqualTo("true");
    assertThat(Deploy.text(rights, "allowPrivilegeEscalation")).isEqualTo("false");
    assertThat(Deploy.text(rights, "capabilities.drop[0]")).isEqualTo("ALL");
    assertThat(deploy.text(file))
        .contains("runAsNonRoot: true", "runAsUser: 65534", "RuntimeDefault");
  }

  private static Node deployment(String resources) {
    return Deploy.find(resources, "Deployment", "kiln");
  }

  private static List<String> texts(Node node, String path) {
    return node.findAll(dev.kiln.yaml.node.Path.of(path)).stream()
        .map(Match::node)
        .map(Node::text)
        .toList();
  }

  private static int number(Node node, String path) {
    return Integer.parseInt(Deploy.text(node, path));
  }
}
