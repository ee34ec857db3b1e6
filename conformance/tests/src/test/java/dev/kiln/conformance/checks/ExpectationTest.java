package dev.kiln.conformance.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.TargetDoor;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  private static final String SENT = "kind: ResourceList\nitems: []\n";

  @Test
  void findsATextAmongTheItems() {
    String list = SENT.replace("[]", "[{kind: A, data: {a: word}}]");

    assertThatCode(() -> judge(TargetDoor.STDIN, "holds: word", list)).doesNotThrowAnyException();
  }

  @Test
  void doesNotTakeTheFunctionConfigForAnAnswer() {
    String list = SENT + "functionConfig: {spec: {value: word}}\n";

    assertThatThrownBy(() -> judge(TargetDoor.STDIN, "holds: word", list))
        .isInstanceOf(CaseFailedException.class);
    assertThatThrownBy(() -> judge(TargetDoor.STDIN, "says: word", list))
        .isInstanceOf(CaseFailedException.class);
  }

  @Test
  void takesResultsForWords() {
    String list = SENT + "results: [{message: a word}]\n";

    assertThatCode(() -> judge(TargetDoor.STDIN, "says: word", list)).doesNotThrowAnyException();
  }

  @Test
  void doesNotTakeStdoutForAPlaceWhereAPersonReads() {
    assertThatThrownBy(() -> judge(TargetDoor.STDIN, "says: word", "a word\n"))
        .isInstanceOf(CaseFailedException.class);
  }

  @Test
  void takesTheBodyOfAnErrorForWords() {
    assertThatCode(() -> judge(TargetDoor.HTTP, "says: word", "a word\n"))
        .doesNotThrowAnyException();
  }

  @Test
  void takesAListWithoutItemsForAList() {
    assertThatCode(() -> judge(TargetDoor.STDIN, "list: true", "kind: ResourceList\n"))
        .doesNotThrowAnyException();
  }

  @Test
  void takesAnythingElseForNone() {
    assertThatThrownBy(() -> judge(TargetDoor.STDIN, "list: true", "kind: List\n"))
        .hasMessageContaining("no ResourceList came back");
  }

  private static void judge(TargetDoor door, String expect, String came)
      throws CaseFailedException, CaseSkippedException, UnreadableDocumentException {
    var answer =
        new FunctionResponse(
            CallOutcome.SUCCESS,
            "exit code 0",
            OptionalInt.of(0),
            came.getBytes(UTF_8),
            "",
            Map.of());
    Expectation.judge(
        new CaseExchange(door, FunctionRequest.yaml(SENT), answer), YamlDocument.of(expect).root());
  }
}
