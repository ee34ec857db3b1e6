package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in {@code deploy/} fits the schemas of those who read it. */
class DeploySchemasIT {
  private static final String OLDEST = "1.30.0";
  private static final String NEWEST = "1.37.0";

  /** As much of Argo CD's repo server as the patch needs. */
  private static final String REPO_SERVER =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: argocd-repo-server}
      spec:
        selector: {matchLabels: {app: argocd-repo-server}}
        template:
          metadata: {labels: {app: argocd-repo-server}}
          spec:
            initContainers:
            - {name: copyutil, image: "quay.io/argoproj/argocd:v3.1.0"}
            containers:
            - {name: argocd-repo-server, image: "quay.io/argoproj/argocd:v3.1.0"}
            volumes:
            - {name: var-files, emptyDir: {}}
            - {name: plugins, emptyDir: {}}
      """;

  @TempDir private Path folder;
  private Deploy deploy;

  @BeforeEach
  void copy() throws Exception {
    Peers.deploy();
    deploy = new Deploy(folder);
  }

  /** All in one run, which takes half a second to read the schemas. */
  @ParameterizedTest
  @ValueSource(strings = {OLDEST, NEWEST})
  void manifestsFit(String kubernetes) throws Exception {
    WarmContainers.files(deploy.file("own"), "repo-server.yaml", REPO_SERVER);
    var resources =
        new ArrayList<>(List.of(deploy.text("flux/sync.yaml"), deploy.text("tekton/task.yaml")));
    for (String kustomization : kustomizations()) {
      resources.add(deploy.with(kustomization));
    }

    Program.Ended ended = kubeconform(kubernetes, String.join("---\n", resources));

    assertThat(ended.exit()).as(ended.out()).isZero();
  }

  private static List<String> kustomizations() {
    String base = "resources: [../kubernetes/base]\ncomponents:\n";
    String tls = "- ../kubernetes/components/tls\n";
    String functions = "- ../kubernetes/components/functions\n";
    String monitoring = "- ../kubernetes/components/monitoring\n";
    return List.of(
        "resources: [../kubernetes/base]\n",
        base + tls,
        base + functions,
        base + monitoring,
        base + tls + functions + monitoring,
        "resources: [../porch]\n",
        "resources: [repo-server.yaml]\ncomponents: [../argocd]\n");
  }

  /** So that the test above can fail. */
  @ParameterizedTest
  @CsvSource({
    "kubernetes/base/deployment.yaml, readOnlyRootFilesystem",
    "kubernetes/base/hpa.yaml, averageUtilization",
    "kubernetes/base/networkpolicy.yaml, policyTypes",
    "kubernetes/components/monitoring/servicemonitor.yaml, path",
    "flux/sync.yaml, prune",
    "tekton/task.yaml, workingDir",
  })
  void aMistypedFieldDoesNotFit(String file, String field) throws Exception {
    String mistyped = deploy.text(file).replace(field + ":", field + "x:");
    Program.Ended ended = kubeconform(NEWEST, mistyped);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).contains("additional properties '" + field + "x' not allowed");
  }

  private static Program.Ended kubeconform(String kubernetes, String resources) throws Exception {
    Path peers = Peers.deploy();
    List<String> command =
        List.of(
            peers.resolve("bin/kubeconform").toString(),
            "-strict",
            "-schema-location",
            peers + "/kubernetes/" + kubernetes + "/{{.ResourceKind}}{{.KindSuffix}}.json",
            "-schema-location",
            peers + "/crds/{{.Group}}_{{.ResourceKind}}_{{.ResourceAPIVersion}}.json");
    return Program.run(resources.getBytes(UTF_8), command);
  }

  @ParameterizedTest
  @CsvSource({
    "github-workflows, ci/github-actions.yaml, runs-on",
    "github-workflows, ci/github-actions-conformance.yaml, runs-on",
    "github-workflows, flux/publish.yaml, runs-on",
    "gitlab-ci, ci/gitlab-ci.yml, alias",
  })
  void jobsFitAndMistypedOnesDoNot(String schema, String file, String field) throws Exception {
    assertThat(check(schema, file).well().out()).contains("ok");

    Files.writeString(deploy.file(file), deploy.text(file).replace(field + ":", field + "x:"));
    assertThat(check(schema, file).exit()).isEqualTo(1);
  }

  private Program.Ended check(String schema, String file) throws Exception {
    String python = Peers.deploy().resolve("python/bin/python").toString();
    String path = deploy.file(file).toString();
    return Program.run(
        schema.equals("gitlab-ci")
            ? List.of(
                python,
                "-m",
                "check_jsonschema",
                "--builtin-schema",
                schema,
                "--data-transform",
                schema,
                path)
            : List.of(python, "-m", "check_jsonschema", "--builtin-schema", schema, path));
  }

  @Test
  void systemdKnowsAllInTheUnit() throws Exception {
    assertThat(verify(deploy.text("systemd/kiln.service"))).isEmpty();
  }

  @Test
  void systemdNamesAMistypedField() throws Exception {
    assertThat(verify(deploy.text("systemd/kiln.service").replace("RuntimeDirectory=", "RunDir=")))
        .contains("'RunDir'");
  }

  /** With a program that is there. */
  private String verify(String unit) throws Exception {
    Path file = deploy.file("kiln.service");
    Files.writeString(file, unit.replace("/usr/local/bin/kiln", "/bin/true"));
    return Program.run(List.of(Peers.program("systemd-analyze"), "verify", file.toString())).err();
  }
}
