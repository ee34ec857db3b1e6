package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flags that could not do what they say are never taken without a word. */
class FlagsIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml");
    project.write("fn.yaml", TestItems.function("fn", project.see("fn")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--exec cat --exclude-kind A --exclude-kind B | --exclude-kind is given twice: \"A\" and \"B\"",
        "--exec cat --match-kind A --match-kind=B     | --match-kind is given twice",
        "--exec cat --exec rev                        | --exec is given twice",
        "--function set-labels --function x           | --function is given twice",
        "--exec cat --results-dir a --results-dir b   | --results-dir is given twice",
        "--exec cat --output a --output b             | --output is given twice",
        "--exec cat -o json --format text             | --format is given twice",
      })
  void refusesASecondValueWhereOneFits(String words, String message) throws Exception {
    refuses(words, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fn-path fn.yaml -- a=b             | arguments behind -- without a function they are for",
        "--fn-path fn.yaml --fn-config x.yaml | --fn-config without a function they are for",
        "--args-field data                    | --args-field without a function they are for",
        "--exec cat --args-field data         | --args-field without arguments behind --",
        "--exec cat --network                 | --network does not apply to cat (expected: a function of kind container)",
        "--exec cat --as-current-user         | --as-current-user does not apply to cat (expected: a function of kind container)",
        "--exec cat --image-pull-policy Never | --image-pull-policy does not apply to cat (expected: a function of kind container)",
        "--function set-labels --network      | --network does not apply to set-labels (expected: a function of kind container)",
        "--exec cat --results-format raw      | --results-format without --results-dir",
      })
  void refusesWhatWouldDoNothing(String words, String message) throws Exception {
    refuses(words, message);
  }

  private void refuses(String words, String message) throws Exception {
    var ended = project.run(words.split(" "));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("error: " + message)
        .contains("See 'kiln fn run --help' for usage.");
  }
}
