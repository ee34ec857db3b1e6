package dev.kiln.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A function of version 1 as others write them has all that version 1 asks for. */
class GoFunctionTest {
  @TempDir private static Path folder;

  private static Path function;

  @BeforeAll
  static void build() throws Exception {
    function = ExternalTools.goFunction(folder);
  }

  @Test
  void passesAsAProgram() throws Exception {
    Stream<String> left = passed("exec:" + function);

    assertThat(left)
        .containsExactlyInAnyOrder(
            "v1-container",
            "v1-nobody",
            "v1-results-message",
            "v1-results-severity",
            "v1-results-resource-ref",
            "v1-results-field",
            "v1-results-proposed-values",
            "v1-results-proposed-values-kit",
            "v1-results-file",
            "v1-results-tags");
  }

  @Test
  void passesAsAnImage() throws Exception {
    try (var images = new TestImages(folder)) {
      String image =
          images.build("good", function, Files.readString(Path.of("reference/go/Dockerfile")));

      Stream<String> left = passed("image:" + image, "--engine", images.engine());

      assertThat(left).allMatch(each -> each.startsWith("v1-results-"));
    }
  }

  /** The cases that do not pass: it brings no results of its own with the sample. */
  private static Stream<String> passed(String... target) throws Exception {
    var more = Stream.of("--kit", "--clause", "v1/");
    return JudgeRun.verdicts(Stream.concat(Stream.of(target), more).toArray(String[]::new)).stream()
        .filter(verdict -> !verdict.text("verdict").equals("passed"))
        .map(verdict -> verdict.text("case"));
  }
}
