package dev.kiln.cli.images;

import static dev.kiln.cli.images.Layouts.definition;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionsTest {
  @TempDir private Path folder;

  @Test
  void readsDocumentsListsAndJson() throws IOException {
    assertEquals(List.of("a"), of(definition("a")));
    assertEquals(List.of("a", "b"), of(definition("a") + "---\n" + definition("b") + "---\n"));
    Definitions both = Definitions.ofFile(file(definition("a") + "---\n" + definition("b")));
    assertTrue(both.json().startsWith("[{\"apiVersion\":"), both.json());
    assertEquals(List.of("a", "b"), of(both.json()));
    assertEquals(both.json(), Definitions.ofFile(file(both.json())).json());
  }

  @Test
  void readsJarsAsAHostDoes() throws IOException {
    Files.write(folder.resolve("b.jar"), Layouts.jar("B"));
    Files.write(folder.resolve("a.jar"), Layouts.jar("A", "C"));
    Files.write(folder.resolve(".x.jar"), new byte[1]);
    Files.writeString(folder.resolve("readme"), "");
    assertEquals(List.of("A", "C", "B"), Definitions.ofJars(folder).names());
    assertEquals(List.of("B"), Definitions.ofJars(folder.resolve("b.jar")).names());
  }

  @Test
  void saysWhatIsNone() throws IOException {
    assertSays("definition.yaml: no definition (expected: a KRM", "# nothing\n");
    assertSays(
        "definition.yaml: kind: \"ConfigMap\" (expected: KRMFunctionDefinition) at line 2",
        definition("a").replace("KRMFunctionDefinition", "ConfigMap"));
    assertSays(
        "document 2: spec.group: missing",
        definition("a") + "---\n" + definition("b").replace("group:", "Group:"));
    assertSays("two definitions of a", definition("a") + "---\n" + definition("a"));
    assertSays("key", definition("a") + "kind: KRMFunctionDefinition\n");
    assertSays("at line 1", "{");
    assertThrows(ImageException.class, () -> Definitions.ofFile(folder.resolve("none")));
  }

  @Test
  void saysWhatIsNoJar() throws IOException {
    Path jar = Files.write(folder.resolve("a.jar"), new byte[100]);
    assertThrows(ImageException.class, () -> Definitions.ofJars(jar));
    Files.delete(jar);
    String said = assertThrows(ImageException.class, () -> Definitions.ofJars(folder)).getMessage();
    assertTrue(said.endsWith("no jar (expected: a jar, or a folder of jars)"), said);
  }

  private void assertSays(String about, String text) throws IOException {
    Path file = file(text);
    String said = assertThrows(ImageException.class, () -> Definitions.ofFile(file)).getMessage();
    assertTrue(said.contains(about), said);
  }

  private List<String> of(String text) throws IOException {
    return Definitions.ofFile(file(text)).names();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("definition.yaml"), text);
  }
}
