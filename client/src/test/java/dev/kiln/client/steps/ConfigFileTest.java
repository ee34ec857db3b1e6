package dev.kiln.client.steps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @Test
  void isOneObjectWithItsComments(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), "---\nkind: Foo # my\nspec: {}\n---\n");
    assertThat(ConfigFile.read(file).toString()).contains("kind: Foo # my");
  }

  @Test
  void mayBeJson() {
    assertThat(read("{\"kind\": \"Foo\", \"spec\": {\"a\": 1}}").text("spec.a")).contains("1");
  }

  @Test
  void refusesAFileThatIsNotThere(@TempDir Path folder) {
    assertThatThrownBy(() -> ConfigFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(InvalidDeclarationException.class)
        .hasMessage(
            folder + "/none.yaml: cannot be read: no such file (expected: a file with one object)");
  }

  @Test
  void refusesAFolder(@TempDir Path folder) {
    assertThatThrownBy(() -> ConfigFile.read(folder))
        .hasMessage(folder + ": cannot be read: Is a directory (expected: a file with one object)");
  }

  @Test
  void refusesASecondObjectAtItsLine() {
    assertThatThrownBy(() -> read("kind: A\n---\n# no\n---\nkind: B\n"))
        .hasMessage("c.yaml:5:1: 2 objects, the second here (expected: one object with a kind)");
  }

  @Test
  void refusesAFileWithoutAnObject() {
    assertThatThrownBy(() -> read("# later\n"))
        .hasMessage("c.yaml: nothing (expected: one object)");
    assertThatThrownBy(() -> read("- a\n"))
        .hasMessage("c.yaml:1:1: no object (expected: one object with a kind)");
    assertThatThrownBy(() -> read("\na: b\n"))
        .hasMessage("c.yaml:2:1: an object without kind (expected: one object with a kind)");
  }

  @Test
  void refusesWhatIsNoYamlAtItsLine() {
    assertThatThrownBy(() -> read("kind: A\nspec:\n  a: 1\n  a: 2\n"))
        .hasMessage("c.yaml:4:3: duplicate key \"a\", first on line 3 (expected: YAML or JSON)");
  }

  private static dev.kiln.sdk.Resource read(String text) {
    return ConfigFile.read("c.yaml", text.getBytes(UTF_8));
  }
}
