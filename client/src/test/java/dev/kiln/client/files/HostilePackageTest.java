package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A package that was made to harm its reader. */
class HostilePackageTest {
  @TempDir Path temporary;
  private TestPackage folder;

  @BeforeEach
  void begin() {
    folder = new TestPackage(temporary.resolve("root")).withItem("a.yaml");
  }

  /** What somebody may put where a write keeps its files. */
  enum StagingFolder {
    A_JOURNAL_OF_OLD {
      @Override
      void in(Path folder) throws IOException {
        Path left = Files.createDirectory(folder);
        Files.writeString(left.resolve("0.new"), "#!/bin/sh\n");
        Files.writeString(
            left.resolve("journal"),
            String.join(
                "\0", "kiln-write 1", "CREATED", "0", "0", "0", ".git/hooks/post-checkout"));
      }
    },
    A_JOURNAL_THAT_DELETES {
      @Override
      void in(Path folder) throws IOException {
        Path left = Files.createDirectory(folder);
        Files.createFile(left.resolve("lock"));
        Files.writeString(
            left.resolve("journal"),
            String.join("\0", "kiln-write 1", "DELETED", "0", "0", "0", "README.md"));
      }
    },
    A_SECRET {
      @Override
      void in(Path folder) throws IOException {
        Path left = Files.createDirectory(folder);
        Files.createFile(left.resolve("lock"));
        Files.writeString(left.resolve("write"), "0".repeat(32));
        Files.writeString(left.resolve("0.new"), "#!/bin/sh\n");
      }
    },
    A_FILE {
      @Override
      void in(Path folder) throws IOException {
        Files.writeString(folder, "x");
      }
    },
    A_LINK {
      @Override
      void in(Path folder) throws IOException {
        Path outside = Files.createDirectory(folder.resolveSibling("../outside"));
        Files.createFile(outside.resolve("lock"));
        Files.createSymbolicLink(folder, outside);
      }
    },
    A_LOCK_THAT_IS_A_PIPE {
      @Override
      void in(Path folder) throws Exception {
        Path left = Files.createDirectory(folder);
        pipe(left.resolve("lock"));
      }
    },
    A_SECRET_THAT_IS_A_PIPE {
      @Override
      void in(Path folder) throws Exception {
        Path left = Files.createDirectory(folder);
        Files.createFile(left.resolve("lock"));
        pipe(left.resolve("write"));
      }
    };

    abstract void in(Path folder) throws Exception;

    private static void pipe(Path path) throws Exception {
      assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNotActedOn(StagingFolder staging) throws Exception {
    folder.with("README.md", "");
    staging.in(folder.root().resolve(".kiln-write"));
    var before = paths();

    assertThatThrownBy(folder::read)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            folder.root()
                + "/.kiln-write: no run of this user on this machine has left it, so nothing in it"
                + " is used (expected: its user runs kiln again; or you remove it, after a look at"
                + " the old files in it, which end in .old)");
    assertThatThrownBy(folder::recoverAndRead).isInstanceOf(PackageException.class);

    assertThat(paths()).isEqualTo(before);
  }

  @Test
  void aPlanThatWasMadeBeforeIsNotWritten() throws Exception {
    var plan =
        folder
            .read()
            .plan(
                TestPackage.placed(
                    folder.read(),
                    item ->
                        new PlacedItem(
                            item.path(),
                            item.index(),
                            item.resource().withName("changed"),
                            item.origin())));
    StagingFolder.A_JOURNAL_OF_OLD.in(folder.root().resolve(".kiln-write"));
    var before = paths();

    assertThatThrownBy(plan::write).isInstanceOf(PackageException.class);

    assertThat(paths()).isEqualTo(before);
  }

  /** What somebody may put beside the files of a package. */
  enum Obstacle {
    A_PIPE("mkfifo b.yaml", "b.yaml: neither a file nor a folder (expected: a file)"),
    A_DEVICE("ln -s /dev/zero b.yaml", "b.yaml: a link that leads out of the package"),
    A_FOLDER_ELSEWHERE("ln -s /etc b", ""),
    A_LINK_TO_ITSELF("ln -s b.yaml b.yaml", "b.yaml: a link that cannot be followed: "),
    A_FILE_ELSEWHERE("ln -s ../outside.yaml b.yaml", "b.yaml: a link that leads out of"),
    A_NAME_WITH_A_LINE_BREAK("cp a.yaml \"$(printf 'b\\nc.yaml')\"", ""),
    A_FOLDER_TOO_DEEP(
        "for i in $(seq 250); do mkdir xxxxxxxxxxxxxxxxxxxx; cd xxxxxxxxxxxxxxxxxxxx; done;"
            + " printf 'kind: X' > b.yaml",
        ": cannot be read: ");

    private final String command;
    private final String problem;

    Obstacle(String command, String problem) {
      this.command = command;
      this.problem = problem;
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofWhichNothingOutsideIsTouched(Obstacle obstacle) throws Exception {
    Files.writeString(temporary.resolve("outside.yaml"), TestPackage.configMap("outside"));
    shell(obstacle.command);
    Throwable thrown = catchThrowable(() -> renameAll(folder.recoverAndRead()));

    assertThat(thrown == null ? "" : thrown.getMessage()).contains(obstacle.problem);
    assertThat(temporary.resolve("outside.yaml")).hasContent(TestPackage.configMap("outside"));
    assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
  }

  private void shell(String command) throws Exception {
    var shell = new ProcessBuilder("sh", "-c", command).directory(folder.root().toFile());
    assertThat(shell.start().waitFor()).isZero();
  }

  /** JUnit warns of links to elsewhere, and cannot remove folders that are too deep. */
  @AfterEach
  void removeObstacles() throws Exception {
    shell("rm -rf b b.yaml xxxxxxxxxxxxxxxxxxxx");
  }

  private static void renameAll(PackageFolder read) {
    read.plan(
            TestPackage.placed(
                read,
                item ->
                    new PlacedItem(
                        item.path(),
                        item.index(),
                        item.resource().withName("changed"),
                        item.origin())))
        .write();
  }

  private Map<String, Long> paths() throws IOException {
    var paths = new java.util.TreeMap<String, Long>();
    try (var all = Files.walk(temporary)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        paths.put(temporary.relativize(path).toString(), file ? Files.size(path) : -1);
      }
    }
    return paths;
  }
}
