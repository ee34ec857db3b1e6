package dev.kiln.runtime;

import static dev.kiln.runtime.TestEvaluators.invocation;
import static dev.kiln.runtime.TestEvaluators.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.KrmFunction;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The only call of a process. */
@Timeout(120)
class SingleCallExecutorTest {
  private static final String LIST = "kind: ResourceList # mine\nitems: []\n";

  private static Outcome evaluate(KrmFunction function, Limits limits, Invocation in) {
    return Evaluator.evaluate(
        new FunctionRegistry(List.of(TestEvaluators.hosted("test", function))), limits, in);
  }

  private static Outcome evaluate(KrmFunction function, Invocation in) {
    return evaluate(function, Limits.defaults(), in);
  }

  @Test
  void answersAsAHostDoes() {
    Outcome outcome = evaluate((in, _) -> in, invocation(LIST));

    assertThat(text(outcome)).isEqualTo(LIST);
    assertThat(outcome.function()).isEqualTo("test");
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
  }

  @Test
  void aFunctionThatThrowsIsAFailureWithTheList() {
    Outcome outcome =
        evaluate(
            (_, _) -> {
              throw new StackOverflowError("mine");
            },
            invocation(LIST));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(text(outcome)).startsWith(LIST.replace("items: []\n", "")).contains("mine");
  }

  @Test
  void isAnsweredAtItsDeadlineAndInterrupted() throws Exception {
    var interrupted = new CountDownLatch(1);
    KrmFunction slow =
        (in, _) -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return in;
        };
    Outcome outcome;
    long patience = 10;
    do { // until it began before its deadline, however busy the machine is
      patience *= 2;
      outcome = evaluate(slow, invocation(LIST).withDeadline(Instant.now().plusMillis(patience)));
    } while (!outcome.ending().message().startsWith("test was"));

    assertThat(outcome.exitCode()).isEqualTo(124);
    assertThat(text(outcome)).contains("test was not done at its deadline (--timeout or");
    interrupted.await();
  }

  @Test
  void aListThatIsTooLargeIsNotRead() {
    Outcome outcome =
        evaluate(
            (in, _) -> in, Limits.defaults().withMaxMessageBytes(10), invocation("no list at all"));

    assertThat(outcome.ending()).isInstanceOf(Ending.TooLarge.class);
    assertThat(outcome.bytes()).isEmpty();
  }
}
