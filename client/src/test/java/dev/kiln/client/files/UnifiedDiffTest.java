package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown, and what the programs that read diffs make of it. */
class UnifiedDiffTest {
  @TempDir Path temporary;

  private static FileChange changed(String path, String before, String after) {
    return new FileChange(
        path, FileChange.Kind.CHANGED, before.getBytes(UTF_8), after.getBytes(UTF_8));
  }

  private static FileChange created(String path, String after) {
    return FileChange.created(path, after.getBytes(UTF_8));
  }

  private static FileChange deleted(String path, String before) {
    return new FileChange(path, FileChange.Kind.DELETED, before.getBytes(UTF_8), new byte[0]);
  }

  @Test
  void linesThatWentAndCameAreShownWithThoseAround() {
    assertThat(
            UnifiedDiff.of(
                List.of(
                    changed(
                        "a.yaml", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
                    created("b.yaml", "new\n"),
                    deleted("c d.yaml", "old")),
                false))
        .isEqualTo(
            """
            --- a/a.yaml
            +++ b/a.yaml
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +five
             6
             7
             8
            --- /dev/null
            +++ b/b.yaml
            @@ -0,0 +1 @@
            +new
            --- a/c d.yaml\t
            +++ /dev/null
            @@ -1 +0,0 @@
            -old
            \\ No newline at end of file
            """);
  }

  @Test
  void colourMarksLines() {
    assertThat(UnifiedDiff.of(List.of(changed("a", "1\n2\n", "1\n3\n")), true))
        .isEqualTo(
            """
            \u001B[1m--- a/a\u001B[m
            \u001B[1m+++ b/a\u001B[m
            \u001B[36m@@ -1,2 +1,2 @@\u001B[m
             1
            \u001B[31m-2\u001B[m
            \u001B[32m+3\u001B[m
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"git apply --unidiff-zero -p1 diff", "patch -s --binary -p1 -i diff"})
  void programsMakeOfItWhatWasMeant(String program) throws Exception {
    assumeTrue(run("sh", "-c", "command -v " + program.split(" ", 2)[0]), "there is no " + program);
    var random = new Random(11);
    var before = new TestPackage(Files.createDirectory(temporary.resolve("before")));
    var wanted = new TreeMap<String, String>();
    var changes = new ArrayList<FileChange>();
    for (int i = 0; i < 60; i++) {
      String path = "s" + i % 3 + "/f " + i + ".yaml";
      String old = text(random);
      String now = i % 5 == 0 ? text(random) : edited(random, old);
      if (i % 10 != 1) {
        before.with(path, old);
      }
      if (i % 10 != 2) {
        wanted.put(path, now);
      }
      if (i % 10 == 1) {
        changes.add(created(path, now));
      } else if (i % 10 == 2) {
        changes.add(deleted(path, old));
      } else if (!old.equals(now)) {
        changes.add(changed(path, old, now));
      }
    }
    Files.writeString(temporary.resolve("before/diff"), UnifiedDiff.of(changes, false));

    boolean read = run("sh", "-c", "cd " + before.root() + " && " + program);

    var after = before.texts();
    after.remove("diff");
    assertThat(read).isTrue();
    assertThat(after).isEqualTo(wanted);
  }

  private static String text(Random random) {
    var lines = new StringBuilder("first\n");
    for (int i = random.nextInt(40); i >= 0; i--) {
      lines.append(random.nextInt(6)).append(random.nextInt(9) == 0 ? "\r\n" : "\n");
    }
    return lines + (random.nextInt(3) == 0 ? "end" : "end\n");
  }

  private static String edited(Random random, String text) {
    String edited = text;
    for (int i = 0; i < 3; i++) {
      edited = edited.replaceFirst("(?m)^" + random.nextInt(6) + "$", "changed\nand more");
    }
    return edited;
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    boolean good = process.waitFor() == 0;
    if (!good) {
      System.out.println(said);
    }
    return good;
  }
}
