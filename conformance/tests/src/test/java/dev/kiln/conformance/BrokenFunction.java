package dev.kiln.conformance;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to be broken.
 *
 * @param clause what it breaks
 * @param cases those that fail for it
 */
record BrokenFunction(String name, String clause, List<String> cases) {
  static final Path FOLDER = Path.of("tests/src/test/broken");

  /** All there are. */
  static Stream<BrokenFunction> all() throws IOException, UnreadableDocumentException {
    DocumentValue page = YamlDocument.of(Files.readAllBytes(FOLDER.resolve("faults.yaml"))).root();
    return page.map().keySet().stream()
        .flatMap(
            clause ->
                page.map(clause).keySet().stream()
                    .map(name -> new BrokenFunction(name, clause, cases(page, clause, name))));
  }

  private static List<String> cases(DocumentValue page, String clause, String name) {
    return page.list(clause, name).stream().map(DocumentValue::text).toList();
  }

  @Override
  public String toString() {
    return clause + " " + name;
  }
}
