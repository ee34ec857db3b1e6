package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * What every door must do: each folder below {@code src/test/cases} has {@code args}, {@code
 * input.yaml}, and what comes of it: {@code expected.yaml}, {@code stderr.txt} and {@code exit}. An
 * expected file that is not there is expected to be empty, or 0. {@code -Dgolden.write} writes
 * them.
 */
abstract class DoorSuite {
  private static final Path CASES = Path.of("src/test/cases");

  /** Calls the box through the door. The arguments are those of {@code kiln serve}. */
  abstract Answer call(List<String> args, byte[] input) throws Exception;

  @TestFactory
  Stream<DynamicTest> everyCase() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      List<Path> cases = folders.sorted().toList();
      assertThat(cases).isNotEmpty();
      return cases.stream().map(this::test);
    }
  }

  private DynamicTest test(Path folder) {
    Executable body =
        !System.getProperty("golden.write", "false").equals("false")
            ? () -> write(folder)
            : () -> check(folder);
    return DynamicTest.dynamicTest(folder.getFileName().toString(), folder.toUri(), body);
  }

  private Answer answer(Path folder) throws Exception {
    List<String> args = text(folder.resolve("args")).lines().toList();
    return call(args, Files.readAllBytes(folder.resolve("input.yaml")));
  }

  private void check(Path folder) throws Exception {
    Answer answer = answer(folder);
    assertThat(answer.said()).isEqualTo(text(folder.resolve("stderr.txt")));
    assertThat(answer.text()).isEqualTo(text(folder.resolve("expected.yaml")));
    assertThat(answer.exit() + "\n").isEqualTo(code(folder));
  }

  private void write(Path folder) throws Exception {
    Answer answer = answer(folder);
    write(folder.resolve("stderr.txt"), answer.said());
    write(folder.resolve("expected.yaml"), answer.text());
    write(folder.resolve("exit"), answer.exit() == 0 ? "" : answer.exit() + "\n");
  }

  private static String code(Path folder) throws IOException {
    String code = text(folder.resolve("exit"));
    return code.isEmpty() ? "0\n" : code;
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
  }

  private static void write(Path file, String text) throws IOException {
    if (text.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Files.writeString(file, text);
    }
  }
}
