package dev.kiln.runtime;

import static dev.kiln.runtime.TestEvaluators.call;
import static dev.kiln.runtime.TestEvaluators.invocation;
import static dev.kiln.runtime.TestEvaluators.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
  private static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList # a comment
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata: {name: one}
      mine: kept
      """;

  @Test
  void givesBackTheInputByteForByteWhereNothingChanged() {
    assertThat(text(call((in, _) -> in, LIST))).isEqualTo(LIST);
  }

  @Test
  void keepsTheEnvelopeOfAFunctionThatMakesItsOwnList() {
    String out = text(call((in, _) -> ResourceList.of(in.items().toArray(Resource[]::new)), LIST));
    assertThat(out).isEqualTo(LIST);
  }

  @Test
  void takesTheResultsOfAFunctionThatWritesItsListAsText() {
    String list = LIST + "results:\n- message: from before\n  severity: error\n";
    Outcome outcome =
        call((in, _) -> ResourceList.parse(in + "- message: mine\n  severity: error\n"), list);
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.ending().message()).isEqualTo("mine");
    assertThat(text(outcome)).isEqualTo(list + "- message: mine\n  severity: error\n");
  }

  @Test
  void failsWithOneForAnErrorResult() {
    Outcome outcome =
        call(
            (in, call) -> {
              call.error("too many");
              call.error("too few");
              return in;
            },
            LIST);
    assertThat(outcome.ending())
        .isEqualTo(new Ending.Failed(Reason.RESULTS, 1, "too many (and 1 more)"));
    assertThat(text(outcome)).contains("message: too many", "severity: error", "mine: kept");
  }

  @Test
  void saysAFailureInOneLine() {
    Outcome outcome =
        call(
            (in, call) -> {
              call.error("too hot\nby far");
              return in;
            },
            LIST);
    assertThat(outcome.ending().message()).isEqualTo("too hot");
    assertThat(text(outcome)).contains("by far");
  }

  @Test
  void saysWhatAFunctionSaidInHalvesOfCharacters() {
    Outcome outcome =
        call(
            (in, call) -> {
              call.error("cut \ud800");
              return in;
            },
            LIST);
    assertThat(outcome.ending()).isEqualTo(new Ending.Failed(Reason.RESULTS, 1, "cut \ufffd"));
    assertThat(text(outcome)).contains("message: cut \ufffd\n");
  }

  @Test
  void failsWithTwoForAnItemThatNoEncodingCanHold() {
    Outcome outcome =
        call((in, _) -> in.mapItems(item -> item.edit(e -> e.set("data.a", "\ud800"))), LIST);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(text(outcome)).contains("half of a surrogate pair", "name: one");
  }

  @Test
  void doesNotCountErrorsThatTheInputCameWith() {
    String list = LIST + "results:\n- message: from before\n  severity: error\n";
    Outcome outcome = call((in, _) -> in, list);
    assertThat(outcome.exitCode()).isZero();
    assertThat(text(outcome)).isEqualTo(list);
  }

  @Test
  void keepsIncompleteResultsOfTheInputInFront() {
    String list = LIST + "results:\n- {note: no message}\n";
    String out =
        text(
            call(
                (in, call) -> {
                  call.info("mine");
                  return in;
                },
                list));
    assertThat(out).startsWith(list).contains("message: mine");
  }

  @Test
  void failsWithTwoForAFunctionThatThrows() {
    Outcome outcome =
        call(
            (in, _) ->
                in.mapItems(
                    _ -> {
                      throw new IllegalStateException("boom");
                    }),
            LIST);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(text(outcome)).contains("java.lang.IllegalStateException: boom", "name: one");
  }

  @Test
  void logsTheStackTraceOfAFunctionThatThrows() {
    Invocation in = invocation(LIST);
    TestEvaluators.of(
            (_, _) -> {
              throw new IllegalStateException("boom");
            })
        .evaluate(in);
    assertThat(new String(in.log().tail(), StandardCharsets.UTF_8))
        .contains("java.lang.IllegalStateException: boom", "at dev.kiln.runtime.EvaluatorTest");
  }

  @Test
  void failsWithTwoForAStackOverflow() {
    assertThat(call(EvaluatorTest::endless, LIST).exitCode()).isEqualTo(2);
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static ResourceList endless(ResourceList in, Call call) {
    return endless(in, call).add();
  }

  @Test
  void failsWithTwoForAFunctionWithoutMemory() {
    Outcome outcome =
        call(
            (in, _) -> {
              long[][] much = {new long[Integer.MAX_VALUE], new long[Integer.MAX_VALUE]};
              return much.length == 2 ? in : in.add();
            },
            LIST);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(text(outcome)).contains("java.lang.OutOfMemoryError");
  }

  @Test
  void failsWithThreeForARefusedConfiguration() {
    Outcome outcome =
        call(
            (_, _) -> {
              throw new BadInput("speed", "99", "at most 9");
            },
            LIST);
    assertThat(outcome.ending()).isInstanceOf(Ending.Failed.class);
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(text(outcome)).contains("severity: error", "at most 9");
  }

  @Test
  void checksTheConfigurationBeforeTheFunctionRuns() {
    var runs = new AtomicInteger();
    Outcome outcome =
        call(
            (in, _) -> {
              runs.incrementAndGet();
              return in;
            },
            LIST
                + """
                functionConfig:
                  apiVersion: example.com/v1
                  kind: Test
                  speed: fast
                """);
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(text(outcome)).contains("path: speed");
    assertThat(runs).hasValue(0);
  }

  @Test
  void leavesNoListWhereTheInputIsNone() {
    Outcome outcome = call((in, _) -> in, "kind: ResourceList\nitems: many\n");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.bytes()).isEmpty();
    assertThat(outcome.ending().message()).contains("items", "many", "line 2, column 8");
  }

  @Test
  void refusesAMessageOverTheLimit() {
    var one = new FunctionRegistry(List.of(TestEvaluators.hosted("test", (in, _) -> in)));
    try (var evaluator = new Evaluator(one, Limits.defaults().withMaxMessageBytes(10))) {
      Outcome outcome = evaluator.evaluate(invocation(LIST));
      assertThat(outcome.ending()).isInstanceOf(Ending.TooLarge.class);
      assertThat(outcome.ending().message())
          .contains("10 bytes", "--max-message-bytes", "KRM_FUNCTION_MAX_MESSAGE_BYTES");
    }
  }

  @Test
  void answersAtTheDeadlineThoughTheFunctionGoesOn() {
    var release = new CountDownLatch(1);
    KrmFunction deaf =
        (in, _) -> {
          awaitUninterrupted(release);
          return in;
        };
    Outcome outcome;
    long patience = 10;
    do { // until it began before its deadline, however busy the machine is
      patience *= 2;
      Invocation in = invocation(LIST).withDeadline(Instant.now().plusMillis(patience));
      outcome =
          TestEvaluators.of(deaf).evaluate(in); // one of its own: what begins late keeps its place
    } while (outcome.function().isEmpty());
    release.countDown();
    assertThat(outcome.exitCode()).isEqualTo(124);
    assertThat(text(outcome)).contains("test was not done at its deadline", "--timeout");
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException _) {
        // deaf on purpose
      }
    }
  }

  @Test
  void interruptsAFunctionWhoseCallerGoesAway() throws InterruptedException {
    var running = new CountDownLatch(1);
    var told = new CountDownLatch(1);
    KrmFunction waiting =
        (in, call) -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            if (call.cancelled()) {
              told.countDown();
            }
          }
          return in;
        };
    Invocation in = invocation(LIST);
    Thread.startVirtualThread(
        () -> {
          awaitUninterrupted(running);
          in.cancellation().cancel();
        });
    assertThat(TestEvaluators.of(waiting).evaluate(in).ending()).isEqualTo(new Ending.Cancelled());
    assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void endsWithACallerThatGoesAway() {
    Invocation in = invocation(LIST);
    Outcome outcome =
        TestEvaluators.of(
                (list, _) -> {
                  in.cancellation().cancel();
                  return list;
                })
            .evaluate(in);
    assertThat(outcome.ending()).isEqualTo(new Ending.Cancelled());
    assertThat(outcome.bytes()).isEmpty();
  }

  @Test
  void answersInTheFormatAskedFor() {
    Outcome outcome =
        TestEvaluators.of((in, _) -> in).evaluate(invocation(LIST).withAnswerFormat(Format.JSON));
    assertThat(text(outcome)).startsWith("{").contains("\"mine\"");
  }

  @Test
  void writesProposedValuesAsTheVersionHasThem() {
    KrmFunction proposing =
        (in, call) -> {
          Resource item = in.items().getFirst();
          call.result(
              dev.kiln.sdk.Result.info("better").on(item).at("metadata.name", "one", "two", "six"));
          return in;
        };
    assertThat(text(call(proposing, LIST))).contains("proposedValue: two").doesNotContain("six");
    assertThat(text(call(proposing, LIST.replace("io/v1", "io/v2"))))
        .contains("proposedValues:", "- two", "- six");
  }

  @Test
  void saysWhatRan() {
    assertThat(call((in, _) -> in, LIST).function()).isEqualTo("test");
  }

  @Test
  void startsAFunctionBeforeItsFirstCallAndClosesItAtTheEnd() {
    var function = CountingFunction.of((in, _) -> in);
    try (var evaluator = TestEvaluators.of(function)) {
      assertThat(evaluator.evaluate(invocation(LIST)).exitCode()).isZero();
      assertThat(evaluator.evaluate(invocation(LIST)).exitCode()).isZero();
      assertThat(function.starts()).hasValue(1);
      assertThat(function.closes()).hasValue(0);
    }
    assertThat(function.closes()).hasValue(1);
  }

  @Test
  void failsWith126ForAFunctionThatCannotBeStarted() {
    KrmFunction broken =
        new KrmFunction() {
          @Override
          public ResourceList apply(ResourceList in, Call call) {
            return in;
          }

          @Override
          public void start() {
            throw new IllegalStateException("no table");
          }
        };
    Outcome outcome = call(broken, LIST);
    assertThat(outcome.exitCode()).isEqualTo(126);
    assertThat(text(outcome)).contains("could not be started", "no table");
  }
}
