package dev.kiln.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only an image can break. */
class BrokenImagesTest {
  @TempDir private Path folder;

  private Path function = Path.of("");

  @BeforeEach
  void build() throws Exception {
    function = ExternalTools.goFunction(folder);
  }

  @Test
  void failsAnImageThatNeedsRoot() throws Exception {
    String dockerfile = "FROM scratch\nCOPY --chmod=0700 kit /kit\nENTRYPOINT [\"/kit\"]\n";

    try (var images = new TestImages(folder)) {
      String image = images.build("root", function, dockerfile);

      List<String> failed =
          JudgeRun.failed(
              "image:" + image, "--engine", images.engine(), "--kit", "--clause", "v1/");

      assertThat(failed).containsExactly("v1-nobody");
    }
  }

  /** Whatever asks for an answer fails with it; the rest is not asked, or wants a failure. */
  @Test
  void failsAnImageThatDoesNotStart() throws Exception {
    String dockerfile = "FROM scratch\nENTRYPOINT [\"/kit\"]\n";

    try (var images = new TestImages(folder)) {
      String image = images.build("gone", function, dockerfile);

      List<String> failed =
          JudgeRun.failed("image:" + image, "--engine", images.engine(), "--clause", "v1/");

      assertThat(failed).containsExactly("v1-exit-zero", "v1-container");
    }
  }
}
