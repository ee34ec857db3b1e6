package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * What every door must do. Each folder below {@code src/test/cases} has {@code args}, {@code
 * input.yaml}, and what comes of it: the list in {@code expected.yaml}, what the function wrote in
 * {@code log.txt}, the line for a person in {@code message.txt}, and {@code exit}. An expected file
 * that is not there is expected to be empty, or 0. {@code -Dgolden.write} writes them, from a door
 * that tells everything.
 */
abstract class DoorSuite {
  private static final Path CASES = Path.of("src/test/cases");
  private static final int TIMED_OUT = 124;

  /**
   * Calls the {@link TestFunctions} through the door, once.
   *
   * @param args those of {@code kiln serve}; what of them a caller asks for, and what the host is
   *     set to, {@link ServedTestFunctions} tells to doors of servers
   * @param input the body: YAML, or JSON if it begins with a brace; the answer is to be in the same
   */
  abstract CallerView call(List<String> args, byte[] input) throws Exception;

  /**
   * Whether the door tells everything, as stdin does. A server answers a call past its deadline
   * with a status and no list; that is the one difference there may be.
   */
  boolean tellsAll() {
    return false;
  }

  /** Cases that this door is known to fail. One that passes is not to be listed any more. */
  Set<String> knownFailures() {
    return Set.of();
  }

  @TestFactory
  Stream<DynamicTest> everyCase() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      List<Path> cases = folders.sorted().toList();
      assertThat(cases).isNotEmpty();
      return cases.stream().map(this::test);
    }
  }

  private DynamicTest test(Path folder) {
    String name = folder.getFileName().toString();
    return DynamicTest.dynamicTest(name, folder.toUri(), body(name, folder));
  }

  private Executable body(String name, Path folder) {
    if (tellsAll() && !System.getProperty("golden.write", "false").equals("false")) {
      return () -> write(folder);
    }
    return knownFailures().contains(name)
        ? () -> assertThatThrownBy(() -> check(folder)).isInstanceOf(AssertionError.class)
        : () -> check(folder);
  }

  private CallerView answer(Path folder) throws Exception {
    List<String> args = text(folder.resolve("args")).lines().toList();
    return call(args, Files.readAllBytes(folder.resolve("input.yaml")));
  }

  private void check(Path folder) throws Exception {
    CallerView answer = answer(folder);
    assertThat(answer.exit() + "\n").isEqualTo(code(folder));
    String log = text(folder.resolve("log.txt"));
    if (answer.log().cut()) {
      assertThat(log).endsWith(answer.log().said());
    } else {
      assertThat(answer.log().said()).isEqualTo(log);
    }
    if (answer.message() != null) {
      assertThat(line(answer.message())).isEqualTo(text(folder.resolve("message.txt")));
    }
    boolean noList = answer.exit() == TIMED_OUT && !tellsAll();
    assertThat(answer.text()).isEqualTo(noList ? "" : text(folder.resolve("expected.yaml")));
  }

  private void write(Path folder) throws Exception {
    CallerView answer = answer(folder);
    write(folder.resolve("log.txt"), answer.log().said());
    write(folder.resolve("message.txt"), line(String.valueOf(answer.message())));
    write(folder.resolve("expected.yaml"), answer.text());
    write(folder.resolve("exit"), answer.exit() == 0 ? "" : answer.exit() + "\n");
  }

  private static String line(String message) {
    return message.isEmpty() ? "" : message + "\n";
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
