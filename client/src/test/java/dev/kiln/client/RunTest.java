package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.steps.FolderScope;
import dev.kiln.client.steps.ResourceSelector;
import dev.kiln.client.steps.Selection;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder = new Folder(temp.resolve("package"));
  }

  // --- Which run, and on what
  // ----------------------------------------------------------------------

  @Test
  void givesEachFunctionWhatTheOneBeforeLeft() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(folder.step("one", "sed 's/a: 1/a: 2/'"), folder.step("two", "sed 's/a: 2/a: 3/'"));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("3"));
  }

  @Test
  void givesAFunctionItsFolderAndNoNeighbourThatIsCalledAlike() {
    folder
        .withMap("foo/a.yaml", "x", "1")
        .withMap("foobar/a.yaml", "x", "1")
        .withMap("foo/b/c.yaml", "x", "1");
    Run run =
        folder.run(folder.step("set", "sed 's/a: 1/a: 2/'").withScope(new FolderScope("foo")));
    assertThat(run.steps().getFirst().itemCount()).isEqualTo(2);
    assertThat(folder.file("foobar/a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(folder.file("foo/b/c.yaml")).isEqualTo(Folder.data("2"));
  }

  @Test
  void givesAFunctionWhatItsSelectorsFit() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "1");
    var named = new ResourceSelector("", "", "y", "", Map.of(), Map.of());
    Run run =
        folder.run(
            folder
                .step("set", "sed 's/a: 1/a: 2/'")
                .withSelection(new Selection(named, ResourceSelector.ANY)));
    assertThat(run.steps().getFirst().itemCount()).isEqualTo(1);
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(folder.file("b.yaml")).contains("a: 2");
  }

  @Test
  void doesNotRunAFunctionWhoseSelectorsFitNothing() {
    folder.withMap("a.yaml", "x", "1");
    var named = new ResourceSelector("", "", "nobody", "", Map.of(), Map.of());
    Run run =
        folder.run(
            folder.step("no", "exit 7").withSelection(new Selection(named, ResourceSelector.ANY)));
    assertThat(run.steps().getFirst().isSkipped()).isTrue();
    assertThat(run.isSuccess()).isTrue();
  }

  @Test
  void configuresAFunction() {
    folder.withMap("a.yaml", "x", "1");
    Resource config =
        Resource.parse("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {b: 9}\n");
    folder.run(
        folder
            .step(
                "set",
                "in=$(cat); echo \"$in\" | sed \"s/a: 1/a: $(echo \"$in\" | grep -c 'data: {b: 9}')1/\"")
            .withConfig(config));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("11"));
  }

  @Test
  void givesAFunctionOnlyWhatIsStillInItsFolder() {
    folder.withMap("d/x.yaml", "x", "1").withMap("d/y.yaml", "y", "1");
    Run run =
        folder.run(
            folder.step("move", "sed \"s#'d/x.yaml'#'e/x.yaml'#\"").withScope(new FolderScope("d")),
            folder.step("set", "sed 's/a: 1/a: 2/'").withScope(new FolderScope("d")));
    assertThat(run.steps().get(1).itemCount()).isEqualTo(1);
    assertThat(folder.file("e/x.yaml")).isEqualTo(Folder.data("1"));
    assertThat(folder.files()).containsOnlyKeys("d/y.yaml", "e/x.yaml");
  }

  // --- Lists
  // ---------------------------------------------------------------------------------------

  @Test
  void runsOverAListAndLeavesItsIds() {
    ResourceList list =
        ResourceList.parse(
            """
            apiVersion: config.kubernetes.io/v1
            kind: ResourceList
            items:
            - apiVersion: v1
              kind: ConfigMap
              metadata:
                name: x # x
                annotations:
                  config.k8s.io/id: "7"
              data: {a: 1}
            """);
    try (var functions = Functions.open(ExecutionOptions.local())) {
      Run run =
          functions.run(
              list, List.of(folder.step("set", "sed 's/a: 1/a: 2/'")), RunOptions.defaults());
      assertThat(run.onto(list)).hasToString(list.toString().replace("a: 1", "a: 2"));
    }
  }

  @Test
  void findsInAPackageWhatAListHas() {
    folder
        .with("a.yaml", "# a\n" + Folder.data("1"))
        .withMap("b.yaml", "y", "1")
        .withMap("c.yaml", "z", "1");
    PackageFolder read = folder.read();
    ResourceList list =
        ResourceList.parse(PackageSource.of(read.items()).toString().replace("a: 1", "a: 2"));
    var sink = PackageSink.of(read.items(), list.filterItems(item -> !item.name().equals("y")));
    read.plan(sink.placed()).write();
    assertThat(folder.files().keySet()).containsExactly("a.yaml", "c.yaml");
    assertThat(folder.file("a.yaml")).isEqualTo("# a\n" + Folder.data("2"));
    assertThat(sink.others()).extracting(item -> item.path()).containsExactly("b.yaml");
  }

  @Test
  void startsAProgramOnceForEachCall() throws IOException {
    folder.withMap("a.yaml", "x", "1");
    Path started = temp.resolve("started");
    PackageFolder read = folder.read();
    try (var functions = Functions.open(ExecutionOptions.local().forSingleRun())) {
      Step step = folder.step("f", "echo started >>" + started + "; cat");
      functions.run(read, List.of(step, step));
    }
    assertThat(Files.readAllLines(started)).hasSize(2);
  }
}
