package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the command says of a target. */
record JudgeRun(int exit, String out, String err) {
  /** Runs the command. */
  static JudgeRun of(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exit =
        Main.run(
            List.of(words), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    return new JudgeRun(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** The entries of its report in JSON. */
  static List<DocumentValue> verdicts(String... words)
      throws IOException, UnreadableDocumentException {
    Path file = Files.createTempFile("judged", ".json");
    try {
      var all = Stream.concat(Stream.of(words), Stream.of("--json", file.toString()));
      JudgeRun.of(all.toArray(String[]::new));
      return YamlDocument.of(Files.readAllBytes(file)).root().list("verdicts");
    } finally {
      Files.delete(file);
    }
  }

  /** The cases that a target fails. */
  static List<String> failed(String... words) throws IOException, UnreadableDocumentException {
    return verdicts(words).stream()
        .filter(verdict -> verdict.text("verdict").equals("failed"))
        .map(verdict -> verdict.text("case"))
        .toList();
  }
}
