package dev.kiln.functions.catalog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every example gives the same result as the original function, and a second run changes nothing.
 */
class CatalogCasesTest {
  private static final Path CASES =
      Path.of(System.getProperty("kiln.shared", "no-such-folder"), "catalog-cases");

  @TestFactory
  Stream<DynamicTest> leavesWhatTheOriginalLeaves() throws IOException {
    assumeTrue(
        Files.isDirectory(CASES),
        () -> "there is no " + CASES + "; -Dkiln.shared=DIR says where the catalog's cases are");
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders
          .filter(Files::isDirectory)
          .sorted()
          .map(
              folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> run(folder)))
          .toList()
          .stream();
    }
  }

  private static void run(Path folder) {
    var before = PackageFiles.in(folder.resolve("before"));
    var pipeline = Pipeline.of(folder);

    Pipeline.Outcome once = pipeline.run(before.list());
    assertEquals(
        before.changedBy(folder.resolve("after")).meaning(),
        PackageFiles.of(once.list()).meaning());
    pipeline.expectedResults().ifPresent(expected -> assertEquals(expected, once.results()));

    ResourceList again = ResourceList.parse(once.list().bytes());
    assertArrayEquals(
        again.bytes(), pipeline.run(again).list().bytes(), "a second run changes something");
  }
}
