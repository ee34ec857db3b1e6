package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageMainTest {
  @ParameterizedTest
  @CsvSource({
    "--help, usage: kiln serve ",
    "-h, usage: kiln serve ",
    "help, kiln runs KRM functions.",
    "version, kiln ",
    "--version, kiln ",
    "functions, NAME "
  })
  void serveIsMeantUnlessAnotherCommandIsTheFirstWord(String word, String answer) throws Exception {
    KilnRun kiln = KilnRun.runMain(ImageMain.class, word);
    assertThat(kiln.stdout()).startsWith(answer);
    assertThat(kiln.exit()).isZero();
  }
}
