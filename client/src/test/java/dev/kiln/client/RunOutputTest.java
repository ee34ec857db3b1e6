package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.ItemChange.Kind;
import dev.kiln.client.steps.FolderScope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a run leaves. */
class RunOutputTest {
  private static final String NONE =
      "cat >/dev/null; echo '{kind: ResourceList, apiVersion: config.kubernetes.io/v1, items: []}'";

  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder = new Folder(temp.resolve("package"));
  }

  @Test
  void changesTheLinesOnlyThatAFunctionChanged() {
    folder
        .with(
            "a.yaml",
            "# top\nkind:   ConfigMap # odd\napiVersion: v1\nmetadata: {name: x}\ndata: {a:  '1' }\n")
        .withMap("b.yaml", "y", "2");
    Map<String, String> before = folder.files();
    folder.run(folder.step("set", "sed \"s/'1'/'3'/\""));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(before.getOrDefault("a.yaml", "").replace("'1'", "'3'"));
    assertThat(folder.file("b.yaml")).isEqualTo(before.get("b.yaml"));
  }

  @Test
  void leavesAFileToTheByteWhoseItemsAreOnlyWrittenInOtherWords() {
    folder.with(
        "a.yaml", "kind: ConfigMap\napiVersion: v1\nmetadata:\n    name:   x\ndata:\n    a: '1'\n");
    Map<String, String> before = folder.files();
    Run run = folder.run(folder.step("same", "sed \"s/'1'/\\\"1\\\"/; s/   x/ x/\""));
    assertThat(folder.files()).isEqualTo(before);
    assertThat(run.steps().getFirst().changes()).isEmpty();
  }

  @Test
  void writesNoAnnotationOfItsOwn() {
    folder
        .withMap("a.yaml", "x", "1")
        .with("k.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n");
    folder.run(folder.step("set", "sed 's/a: 1/a: 2/; s/kind: Kustomization/&\\n  images: []/'"));
    assertThat(folder.files())
        .isEqualTo(
            Map.of(
                "a.yaml",
                Folder.data("2"),
                "k.yaml",
                "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nimages: []\n"));
  }

  @Test
  void removesMarksThatLieOnDiskFromWhatItWrites() {
    String marked =
        Folder.data("1")
            .replace(
                "name: x\n",
                "name: x\n  annotations:\n    internal.config.kubernetes.io/path: z.yaml\n    config.kubernetes.io/index: \"7\"\n    mine: m\n");
    String alone = marked.replace("    mine: m\n", "").replace("a: 1", "a: 4");
    folder
        .with("a.yaml", marked)
        .with("b.yaml", marked.replace("a: 1", "a: 3"))
        .with("c.yaml", alone);
    folder.run(folder.step("set", "sed 's/a: 1/a: 2/; s/a: 4/a: 5/'"));
    assertThat(folder.files())
        .isEqualTo(
            Map.of(
                "a.yaml",
                Folder.data("2").replace("name: x\n", "name: x\n  annotations:\n    mine: m\n"),
                "b.yaml",
                marked.replace("a: 1", "a: 3"),
                "c.yaml",
                Folder.data("5")));
  }

  @Test
  void putsWhatAFunctionMadeWhereItIsLookedFor() {
    folder.withMap("sub/a.yaml", "x", "1");
    Step make =
        folder.step(
            "make",
            "cat; echo '- {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: \"sys:A\", namespace: NS}}'");
    folder.run(make.withScope(new FolderScope("sub")));
    assertThat(folder.files()).containsOnlyKeys("sub/a.yaml", "sub/ns/role_sys_a.yaml");
    assertThat(folder.file("sub/ns/role_sys_a.yaml")).doesNotContain("config.k");
  }

  @Test
  void putsWhatAFunctionMadeIntoTheFileThatItNames() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(
        folder.step(
            "make",
            "cat; printf -- '- apiVersion: v1\\n  kind: ConfigMap\\n  metadata:\\n    name: y\\n    annotations:\\n      config.kubernetes.io/path: a.yaml\\n'"));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(
            Folder.data("1") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\n");
  }

  @Test
  void movesAnItemThatAFunctionMoves() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(folder.step("move", "sed \"s#'a.yaml'#'b/c.yaml'#\""));
    assertThat(folder.files()).isEqualTo(Map.of("b/c.yaml", Folder.data("1")));
  }

  @Test
  void movesAnItemOfWhichOneSpellingSaysSo() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(folder.step("move", "sed \"s#^\\( *config.kubernetes.io/path:\\).*#\\1 b.yaml#\""));
    assertThat(folder.files()).isEqualTo(Map.of("b.yaml", Folder.data("1")));
  }

  @Test
  void refusesAnItemThatIsToBeAtTwoPlaces() {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Run run =
        folder.run(
            folder.step(
                "move",
                "sed \"s#^\\( *config.kubernetes.io/path:\\).*#\\1 b.yaml#; s#^\\( *internal.config.kubernetes.io/path:\\).*#\\1 c.yaml#\""));
    assertThat(run.fatal().orElseThrow().message())
        .contains("v1 ConfigMap x", "\"c.yaml\"", "\"b.yaml\"", "the same in both");
    assertThat(folder.files()).isEqualTo(before);
  }

  @Test
  void deletesWhatAFunctionDoesNotGiveBack() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "2");
    Run run = folder.run(folder.step("half", "awk '/^- /{n++} n<2'"));
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", Folder.data("1")));
    assertThat(run.steps().getFirst().count(Kind.DELETED)).isEqualTo(1);
  }

  @Test
  void deletesAllIfAFunctionSucceedsAndGivesNothingBack() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "2");
    folder.run(folder.step("none", NONE));
    assertThat(folder.files()).isEmpty();
  }

  @Test
  void keepsAllIfItIsToldTo() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(List.of(folder.step("none", NONE)), RunOptions.defaults().withKeepOnEmpty(true));
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", Folder.data("1")));
  }
}
