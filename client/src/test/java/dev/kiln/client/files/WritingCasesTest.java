package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Packages as folders of files: {@code before}, what becomes of the items ({@code edits.txt}, see
 * {@link Edits}), and {@code after} or {@code error.txt}. {@code -Dgolden.write} rewrites those.
 */
class WritingCasesTest {
  private static final boolean WRITE = !System.getProperty("golden.write", "false").equals("false");

  @TempDir Path temporary;

  static List<Path> cases() throws IOException {
    try (Stream<Path> cases = Files.list(Path.of("src/test/cases/files"))) {
      return cases.sorted().toList();
    }
  }

  static List<Path> goodCases() throws IOException {
    return cases().stream().filter(each -> !Files.exists(each.resolve("error.txt"))).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPackageIsWrittenAsItsItemsAre(Path each) throws IOException {
    var folder = copy(new TestPackage(each.resolve("before")), "written");
    String error = "";
    try {
      plan(each, folder).write();
    } catch (PackageException e) {
      error = String.join("\n", e.problems()) + "\n";
    }

    if (WRITE) {
      rewrite(each, folder, error);
    }
    assertThat(error).isEqualTo(optional(each.resolve("error.txt")));
    assertThat(folder.texts()).isEqualTo(new TestPackage(after(each)).texts());
    assertThat(emptyFolders(folder.root())).isEmpty();
  }

  /** What is written is read as it was meant, and there is nothing more to do. */
  @ParameterizedTest
  @MethodSource("goodCases")
  void aWrittenPackageReadsAsItWasMeant(Path each) throws IOException {
    var folder = copy(new TestPackage(each.resolve("before")), "again");
    var read = folder.read();
    var placed = new Edits(each).apply(read);
    read.plan(placed).write();

    assertThat(folder.read().items().stream().map(Edits::meaning).sorted())
        .containsExactlyElementsOf(placed.stream().map(Edits::meaning).sorted().toList());
  }

  private static WritePlan plan(Path each, TestPackage folder) {
    var read = folder.read();
    return read.plan(new Edits(each).apply(read));
  }

  private static Path after(Path each) {
    return Files.exists(each.resolve("error.txt")) ? each.resolve("before") : each.resolve("after");
  }

  private TestPackage copy(TestPackage from, String name) throws IOException {
    var to = new TestPackage(Files.createDirectories(temporary.resolve(name)));
    from.texts().forEach(to::with);
    return to;
  }

  private static String optional(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static List<Path> emptyFolders(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> !path.equals(root) && Files.isDirectory(path))
          .filter(WritingCasesTest::isEmpty)
          .toList();
    }
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rewrite(Path each, TestPackage folder, String error) throws IOException {
    delete(each.resolve("after"));
    Files.deleteIfExists(each.resolve("error.txt"));
    if (!error.isEmpty()) {
      Files.writeString(each.resolve("error.txt"), error);
      return;
    }
    var after = new TestPackage(each.resolve("after"));
    for (Map.Entry<String, String> file : folder.texts().entrySet()) {
      after.with(file.getKey(), file.getValue());
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
