package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.edit.TextEditor;
import dev.kiln.yaml.node.BadYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Our own cases, one folder each in {@code src/test/cases/yaml}: {@code in.yaml}, and either {@code
 * events.txt} (the expected events, in the notation of {@link Events}) or {@code error.txt} (the
 * expected error message). {@code -Dgolden.write} rewrites the expectations of existing cases.
 */
class OwnCasesTest {
  private static final Path CASES = Path.of("src/test/cases/yaml");

  @TestFactory
  Stream<DynamicTest> readsItsCases() throws IOException {
    List<Path> folders;
    try (Stream<Path> found = Files.list(CASES)) {
      folders = found.sorted().toList();
    }
    assertThat(folders).isNotEmpty();
    return folders.stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> checkCase(f)));
  }

  private static void checkCase(Path folder) throws IOException {
    byte[] input = Files.readAllBytes(folder.resolve("in.yaml"));
    Path events = folder.resolve("events.txt");
    Path error = folder.resolve("error.txt");
    if (!System.getProperty("golden.write", "false").equals("false")) {
      rewrite(input, events, error);
    }
    assertThat(Files.exists(events) ^ Files.exists(error)).as("either events or error").isTrue();
    if (Files.exists(error)) {
      assertThatThrownBy(() -> TextEditor.readAll(input))
          .isInstanceOf(BadYaml.class)
          .hasMessage(Files.readString(error).strip());
    } else {
      assertThat(Events.of(input)).isEqualTo(Files.readString(events));
      keepsBytes(input);
    }
  }

  private static void keepsBytes(byte[] input) {
    if (TextEditor.readAll(input).documents().size() == 1) {
      assertThat(Yaml.parse(input).bytes()).isEqualTo(input);
    }
  }

  private static void rewrite(byte[] input, Path events, Path error) throws IOException {
    try {
      String found = Events.of(input);
      Files.deleteIfExists(error);
      Files.write(events, found.getBytes(UTF_8));
    } catch (BadYaml e) {
      Files.deleteIfExists(events);
      Files.writeString(error, e.getMessage() + "\n");
    }
  }
}
