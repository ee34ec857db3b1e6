package dev.kiln.conformance.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ending;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  private static final String SENT = "kind: ResourceList\nitems: []\n";

  @Test
  void findsATextAmongTheItems() {
    String list = SENT.replace("[]", "[{kind: A, data: {a: word}}]");

    assertThatCode(() -> judge(Door.STDIN, "holds: word", list)).doesNotThrowAnyException();
  }

  @Test
  void doesNotTakeTheFunctionConfigForAnAnswer() {
    String list = SENT + "functionConfig: {spec: {value: word}}\n";

    assertThatThrownBy(() -> judge(Door.STDIN, "holds: word", list)).isInstanceOf(Failed.class);
    assertThatThrownBy(() -> judge(Door.STDIN, "says: word", list)).isInstanceOf(Failed.class);
  }

  @Test
  void takesResultsForWords() {
    String list = SENT + "results: [{message: a word}]\n";

    assertThatCode(() -> judge(Door.STDIN, "says: word", list)).doesNotThrowAnyException();
  }

  @Test
  void doesNotTakeStdoutForAPlaceWhereAPersonReads() {
    assertThatThrownBy(() -> judge(Door.STDIN, "says: word", "a word\n"))
        .isInstanceOf(Failed.class);
  }

  @Test
  void takesTheBodyOfAnErrorForWords() {
    assertThatCode(() -> judge(Door.HTTP, "says: word", "a word\n")).doesNotThrowAnyException();
  }

  @Test
  void takesAListWithoutItemsForAList() {
    assertThatCode(() -> judge(Door.STDIN, "list: true", "kind: ResourceList\n"))
        .doesNotThrowAnyException();
  }

  @Test
  void takesAnythingElseForNone() {
    assertThatThrownBy(() -> judge(Door.STDIN, "list: true", "kind: List\n"))
        .hasMessageContaining("no ResourceList came back");
  }

  private static void judge(Door door, String expect, String came)
      throws Failed, NotAsked, Unreadable {
    var answer =
        new Answer(
            Ending.SUCCESS, "exit code 0", OptionalInt.of(0), came.getBytes(UTF_8), "", Map.of());
    Expectation.judge(new Exchange(door, Ask.yaml(SENT), answer), Document.of(expect).root());
  }
}
