package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to a package while functions run over it. */
class ConcurrentChangeIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml", "y.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "echo \"# mine\" >>pkg/x.yaml, x.yaml",
    "cp pkg/x.yaml pkg/new.yaml, new.yaml",
    "rm pkg/y.yaml, y.yaml"
  })
  void nothingIsWrittenOverWhatSomebodyElseDid(String change, String file) throws Exception {
    String both = "sh -c 's=$(sed s/red/blue/); %s; echo \"$s\"'".formatted(change);

    var ended = project.run("--exec", both);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: " + file + ": ");
    assertThat(project.files().values()).noneMatch(text -> text.contains("blue"));
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void aChangeOfWhatStaysAsItIsIsNoHarm() throws Exception {
    project.run("--exec", "sh -c 'cat; echo \"# mine\" >>pkg/x.yaml'").well();

    assertThat(project.read("x.yaml")).endsWith("# mine\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"source pkg", "run pkg --exec=cat --dry-run", "run pkg --exec=cat", "sink pkg"})
  void aJournalThatCameWithThePackageIsNotObeyed(String command) throws Exception {
    project
        .with(".kiln-write/0.new", "#!/bin/sh\n")
        .with(
            ".kiln-write/journal",
            String.join(
                "\0", "kiln-write 1", "CREATED", "0", "0", "0", ".git/hooks/post-checkout"));
    var before = project.files();

    var ended = project.fn(TestItems.list(), command.split(" "));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .contains("/.kiln-write: no run of this user on this machine has left it");
    assertThat(project.files()).isEqualTo(before);
  }

  @Test
  void oneOfTwoRunsIsRefused() throws Exception {
    String meet =
        "sh -c 's=$(sed s/red/%s/); echo >%s; while ! [ -e %s ]; do :; done; echo \"$s\"'";
    var other = started(meet.formatted("blue", "one", "two"));
    var own = project.run("--exec", meet.formatted("green", "two", "one"));

    assertThat(own.exit() + other.waitFor()).isEqualTo(1);
    assertThat(project.read("x.yaml").contains("blue"))
        .isEqualTo(project.read("y.yaml").contains("blue"));
    assertThat(leftovers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void aRunThatIsEndedWritesNothingAndEndsItsFunctions(String signal) throws Exception {
    var before = project.files();
    var run = started("sh -c 'cat >list; echo $$ >id.part; mv id.part id; exec sleep 600'");
    Path id = project.folder.resolve("id");
    Await.until(() -> "no function runs", () -> Files.exists(id));

    project.program("", project.folder, "sh", "-c", "kill -" + signal + " " + run.pid()).well();

    assertThat(run.waitFor()).isNotZero();
    assertThat(project.files()).isEqualTo(before);
    assertThat(leftovers()).isEmpty();
    long function = Long.parseLong(Files.readString(id).strip());
    Await.until(
        () -> "the function goes on",
        () -> ProcessHandle.of(function).filter(ProcessHandle::isAlive).isEmpty());
  }

  private List<String> leftovers() throws Exception {
    try (var all = Files.list(project.pkg)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> !name.endsWith(".yaml"))
          .toList();
    }
  }

  private Process started(String exec) throws Exception {
    return new ProcessBuilder(
            Distribution.folder() + "/bin/kiln", "fn", "run", "pkg", "--exec", exec)
        .directory(project.folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
