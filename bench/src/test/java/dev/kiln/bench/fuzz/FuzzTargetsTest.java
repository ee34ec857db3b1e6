package dev.kiln.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Each target takes its seeds and whatever the fuzzer found before. */
class FuzzTargetsTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Path FINDINGS = Path.of("src/test/fuzz");

  @TestFactory
  Stream<DynamicTest> takesSeedsAndFindings() {
    return FuzzTargets.all().entrySet().stream()
        .map(
            target ->
                DynamicTest.dynamicTest(
                    target.getKey(), () -> tryAll(target.getKey(), target.getValue())));
  }

  private static void tryAll(String name, FuzzTarget target) throws Exception {
    var tries = new ArrayList<Executable>();
    for (byte[] seed : target.seeds()) {
      tries.add(() -> tryOne(target, "a seed: " + new String(seed, ISO_8859_1), seed));
    }
    for (Path finding : findings(name)) {
      tries.add(() -> tryOne(target, finding.toString(), Files.readAllBytes(finding)));
    }
    assertTimeoutPreemptively(LIMIT, () -> assertAll(name, tries));
  }

  private static void tryOne(FuzzTarget target, String what, byte[] input) {
    try {
      target.accept(input);
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new AssertionError(what, e);
    }
  }

  private static List<Path> findings(String name) throws IOException {
    Path folder = FINDINGS.resolve(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
