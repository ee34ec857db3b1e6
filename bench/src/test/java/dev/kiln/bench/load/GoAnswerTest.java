package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.kiln.bench.lists.GeneratedList;
import org.junit.jupiter.api.Test;

class GoAnswerTest {
  private static final GeneratedList LIST = GeneratedList.ofSize(20_000);

  @Test
  void theLabelOnEachItemIsEnough() {
    assertThatCode(() -> GoAnswer.requireLabelled(LIST, LIST.labelled(_ -> true)))
        .doesNotThrowAnyException();
  }

  @Test
  void anEchoIsRefused() {
    refuses(LIST.bytes(), "items[0]: ");
  }

  @Test
  void oneItemWithoutTheLabelIsFound() {
    refuses(LIST.labelled(item -> item != 3), "items[3]: ");
  }

  @Test
  void itemsThatAreMissingAreFound() {
    refuses(GeneratedList.ofSize(2_000).labelled(_ -> true), "2 items (expected: ");
  }

  private static void refuses(byte[] answer, String message) {
    assertThatIllegalStateException()
        .isThrownBy(() -> GoAnswer.requireLabelled(LIST, answer))
        .withMessageStartingWith(message);
  }
}
