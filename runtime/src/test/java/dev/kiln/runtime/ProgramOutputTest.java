package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgramOutputTest {
  private static final String LIST = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n";

  private static Outcome outcome(int exitCode, String output) {
    return ProgramOutput.outcome("f", exitCode, output.getBytes(StandardCharsets.UTF_8), "");
  }

  private static Ending failed(Reason reason, int exitCode, String message) {
    return new Ending.Failed(reason, exitCode, message);
  }

  @Test
  void passesOnAListWithoutItems() {
    Outcome outcome = outcome(0, LIST);
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    assertThat(TestEvaluators.text(outcome)).isEqualTo(LIST);
  }

  @Test
  void passesOnWhatItWouldNotTakeItself() {
    String list = "{kind: ResourceList, items: 3, results: [{}], apiVersion: unheard/of}";
    assertThat(TestEvaluators.text(outcome(0, list))).isEqualTo(list);
  }

  private static String wrong(String output) {
    Ending ending = outcome(0, output).ending();
    assertThat(ending).isInstanceOf(Ending.Failed.class);
    assertThat(((Ending.Failed) ending).reason()).isEqualTo(Reason.INVALID_OUTPUT);
    assertThat(ending.message()).doesNotContain("\n");
    return ending.message();
  }

  @Test
  void asksForAList() {
    assertThat(wrong("")).isEqualTo("f wrote nothing (expected: a ResourceList)");
    assertThat(wrong(" \n\n")).isEqualTo("f wrote nothing (expected: a ResourceList)");
    assertThat(wrong("hello\n")).isEqualTo("f wrote \"hello\" (expected: a ResourceList)");
    assertThat(wrong("# none\n"))
        .isEqualTo("f wrote no value: \"# none\" (expected: a ResourceList)");
    assertThat(wrong("[kind, ResourceList]"))
        .isEqualTo("f wrote a list: \"[kind, ResourceList]\" (expected: a ResourceList)");
    assertThat(wrong("items: []"))
        .isEqualTo("f wrote a map that names no kind: \"items: []\" (expected: a ResourceList)");
    assertThat(wrong("kind: [List]"))
        .isEqualTo("f wrote a map that names no kind: \"kind: [List]\" (expected: a ResourceList)");
    assertThat(wrong("\napiVersion: v1\nkind: List"))
        .isEqualTo(
            "f wrote a map of kind \"List\": \"apiVersion: v1…\" (expected: a ResourceList)");
  }

  @Test
  void saysWhyWhatWasWrittenIsNoYaml() {
    assertThat(wrong("Loading the rules\n" + LIST + "items: ["))
        .startsWith("f wrote \"Loading the rules…\" (expected: a ResourceList): ")
        .contains("at line 2, column ")
        .endsWith(" of its output");
    assertThat(wrong(LIST + "---\n" + LIST)).endsWith("at line 4, column 1 of its output");
  }

  @Test
  void showsOfALongOutputTheBeginning() {
    assertThat(wrong("word ".repeat(1000)))
        .isEqualTo("f wrote \"" + "word ".repeat(12) + "…\" (expected: a ResourceList)");
    assertThat(wrong("🦄".repeat(61)))
        .isEqualTo("f wrote \"" + "🦄".repeat(60) + "…\" (expected: a ResourceList)");
  }

  @Test
  void showsNothingThatATerminalObeys() {
    assertThat(wrong("\u001b[31mred\u0007\u009b \u202e\"a\\\tb"))
        .startsWith("f wrote \"\\u001b[31mred\\u0007\\u009b \\u202e\\\"a\\\\\\tb\" (expected");
    assertThat(wrong("kind: \"\\e[31mList\""))
        .startsWith("f wrote a map of kind \"\\u001b[31mList\": ");
  }

  @Test
  void saysWhatAFailureWroteThatSaidNothingElse() {
    assertThat(outcome(2, "Usage: f FILE\n").ending())
        .isEqualTo(
            failed(
                Reason.EXIT_CODE,
                2,
                "f ended with exit code 2: it wrote a map that names no kind: \"Usage: f FILE\""
                    + " (expected: a ResourceList)"));
  }

  @Test
  void keepsTheExitCodeAndTheListOfAFailure() {
    Outcome outcome = outcome(3, LIST);
    assertThat(outcome.ending()).isEqualTo(failed(Reason.EXIT_CODE, 3, "f ended with exit code 3"));
    assertThat(TestEvaluators.text(outcome)).isEqualTo(LIST);
  }

  @Test
  void leavesOutWhatAFailureWroteThatIsNoList() {
    assertThat(outcome(3, "kind: Deployment").bytes()).isEmpty();
  }

  @Test
  void tellsSignalsFromExitCodes() {
    assertThat(outcome(137, "").ending())
        .isEqualTo(failed(Reason.SIGNAL, 137, "f ended with signal 9"));
    assertThat(outcome(255, "").ending())
        .isEqualTo(failed(Reason.EXIT_CODE, 255, "f ended with exit code 255"));
  }

  @Test
  void saysWhatTheFunctionSaid() {
    assertThat(ProgramOutput.outcome("f", 1, new byte[0], "no such label").ending().message())
        .isEqualTo("f ended with exit code 1: no such label");
  }
}
