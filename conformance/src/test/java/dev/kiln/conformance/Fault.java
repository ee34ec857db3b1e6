package dev.kiln.conformance;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
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
record Fault(String name, String clause, List<String> cases) {
  static final Path FOLDER = Path.of("src/test/broken");

  /** All there are. */
  static Stream<Fault> all() throws IOException, Unreadable {
    Value page = Document.of(Files.readAllBytes(FOLDER.resolve("faults.yaml"))).root();
    return page.map().keySet().stream()
        .flatMap(
            clause ->
                page.map(clause).keySet().stream()
                    .map(name -> new Fault(name, clause, cases(page, clause, name))));
  }

  private static List<String> cases(Value page, String clause, String name) {
    return page.list(clause, name).stream().map(Value::text).toList();
  }

  @Override
  public String toString() {
    return clause + " " + name;
  }
}
