package dev.kiln.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The shared samples of lists that get labels: the smallest change is the expected one. */
class YamlCasesTest {
  @TestFactory
  List<DynamicTest> labelsEverySample() throws IOException {
    var folder =
        java.nio.file.Path.of(System.getProperty("kiln.shared", "../../shared"), "yaml-cases");
    assumeTrue(Files.isDirectory(folder), () -> "no samples in " + folder);
    List<java.nio.file.Path> cases;
    try (Stream<java.nio.file.Path> files = Files.list(folder)) {
      cases = files.filter(Files::isDirectory).sorted().toList();
    }
    assertFalse(cases.isEmpty(), () -> "no samples in " + folder);
    return cases.stream()
        .map(sample -> dynamicTest(String.valueOf(sample.getFileName()), () -> check(sample)))
        .toList();
  }

  private static void check(java.nio.file.Path sample) throws IOException {
    var input = Files.readAllBytes(sample.resolve("input.yaml"));
    if (Files.exists(sample.resolve("error.txt"))) {
      assertThrows(BadYaml.class, () -> Yaml.parse(input));
      return;
    }
    var expected = Files.readString(sample.resolve("expected.yaml"));
    var root = Yaml.parse(input);
    var data = root.find("functionConfig.data").orElseThrow().entries();
    assertEquals(expected, root.edit(e -> label(e, Path.of("items[*]"), data)).toString());

    var items = new ArrayList<Node>();
    for (var item : root.find("items").orElseThrow().items()) {
      items.add(item.edit(e -> label(e, Path.of(""), data)));
    }
    assertEquals(expected, new String(root.bytes(Path.of("items"), items), StandardCharsets.UTF_8));
  }

  private static void label(Edit edit, Path item, List<Entry> labels) {
    var place = item.key("metadata").key("labels");
    for (var label : labels) {
      edit.set(place.key(label.name()), label.value().text());
    }
  }
}
