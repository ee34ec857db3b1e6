package dev.kiln.runtime;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.ResourceList;
import dev.kiln.testkit.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several functions on one list. */
@Timeout(120)
class PipelineTest {
  private static final Ending.Busy BUSY = new Ending.Busy("no place");

  private static final String LIST =
      """
      # of the kiln
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata: {name: one} # kept
      functionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: mine}}
      results:
      - message: from before
        severity: error
      """;

  private final AtomicInteger runs = new AtomicInteger();
  private final IgnoresInterrupts uninterruptible = new IgnoresInterrupts();
  private final Evaluator evaluator =
      new Evaluator(
          new FunctionRegistry(
              List.of(
                  TestEvaluators.hosted("label", this::label),
                  TestEvaluators.hosted("remark", PipelineTest::remark),
                  TestEvaluators.hosted("fail", PipelineTest::fail),
                  TestEvaluators.hosted("throw", PipelineTest::fault),
                  TestEvaluators.hosted("deaf", uninterruptible),
                  program("program", "kind: ResourceList\nitems: [{kind: A, apiVersion: v1}]\n"),
                  program("unrated", ITEMLESS + "items: []\n"),
                  program("itemless", ITEMLESS),
                  program("itemless failure", FAILURE, ITEMLESS),
                  RegisteredFunction.of("busy", List.of(), (_, _) -> false, _ -> Outcome.of(BUSY)),
                  program("scrap", "no list"))),
          Limits.defaults());

  @AfterEach
  void nothingIsLeft() {
    uninterruptible.close();
    Await.until(() -> evaluator.load().equals(new LoadSnapshot(0, 0, 0, 0, 0)));
    evaluator.close();
  }

  private ResourceList label(ResourceList in, Call call) {
    int run = runs.incrementAndGet();
    call.log().print("run " + run);
    String value = call.config().resource().flatMap(c -> c.text("speed")).orElse("none");
    return in.mapItems(item -> item.withLabel("by" + run, value));
  }

  private static ResourceList remark(ResourceList in, Call call) {
    call.info("seen " + in.items().size());
    return in.mapItems(item -> item.withName("other"));
  }

  private static ResourceList fail(ResourceList in, Call call) {
    call.error("no good");
    return in.mapItems(item -> item.withLabel("failed", "true"));
  }

  private static ResourceList fault(ResourceList in, Call call) {
    throw new IllegalStateException("boom");
  }

  private static final String ITEMLESS = "kind: ResourceList\nresults: [{message: gone}]\n";
  private static final Ending FAILURE = new Ending.Failed(Reason.EXIT_CODE, 1, "it failed");

  private static RegisteredFunction program(String name, String left) {
    return program(name, new Ending.Done(), left);
  }

  private static RegisteredFunction program(String name, Ending ending, String left) {
    Runner runner = _ -> Outcome.of(ending, left.getBytes(UTF_8));
    return RegisteredFunction.of(name, List.of("example.com/" + name), (_, _) -> false, runner);
  }

  private static PipelineStep step(String function) {
    return configured(function, "");
  }

  private static PipelineStep configured(String function, String config) {
    return new PipelineStep("do " + function, function, null, config.getBytes(UTF_8), false, false);
  }

  private static PipelineStep validating(String function) {
    return new PipelineStep("do " + function, function, null, new byte[0], true, false);
  }

  private static PipelineStep deferring(String function) {
    return new PipelineStep("do " + function, function, null, new byte[0], false, true);
  }

  private PipelineOutcome run(PipelineStep... steps) {
    return evaluator.submit(new Pipeline(TestEvaluators.invocation(LIST), List.of(steps))).join();
  }

  private static String text(PipelineOutcome outcome) {
    return new String(outcome.bytes().orElseThrow(), UTF_8);
  }

  private static String results(PipelineOutcome outcome, int step) {
    return new String(outcome.steps().get(step).results(), UTF_8);
  }

  @Test
  void runsEachStepOnWhatTheOneBeforeLeft() {
    PipelineOutcome outcome = run(step("label"), step("label"));
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    assertThat(outcome.failedStep()).isZero();
    assertThat(text(outcome))
        .isEqualTo(LIST.replace("{name: one}", "{name: one, labels: {by1: none, by2: none}}"));
    assertThat(outcome.steps())
        .extracting(StepOutcome::name)
        .containsExactly("do label", "do label");
    assertThat(outcome.steps()).extracting(s -> s.outcome().function()).containsOnly("label");
    assertThat(outcome.steps()).allMatch(s -> s.outcome().bytes().isEmpty());
  }

  @Test
  void leavesTheListByteForByteWithoutAStep() {
    assertThat(text(run())).isEqualTo(LIST);
    assertThat(run().steps()).isEmpty();
  }

  @Test
  void givesEachStepItsOwnConfigurationAndNotTheOneOfTheList() {
    PipelineOutcome outcome =
        run(
            configured("label", "{apiVersion: example.com/v1, kind: Test, speed: 3}"),
            step("label"));
    assertThat(text(outcome)).contains("by1: \"3\", by2: none").contains("metadata: {name: mine}");
  }

  @Test
  void unpacksTheListOnce() {
    var unpacked = new AtomicInteger();
    Invocation in =
        Invocation.packed(
            new byte[0],
            0,
            _ -> {
              unpacked.incrementAndGet();
              return LIST.getBytes(UTF_8);
            });
    var pipeline = new Pipeline(in, List.of(step("label"), step("remark"), step("label")));
    assertThat(evaluator.submit(pipeline).join().steps()).hasSize(3);
    assertThat(unpacked).hasValue(1);
  }

  @Test
  void tellsTheResultsAndTheLogOfEachStepApart() {
    PipelineOutcome outcome = run(step("label"), step("remark"), step("remark"), step("label"));
    assertThat(results(outcome, 0)).isEmpty();
    assertThat(results(outcome, 1)).contains("seen 1").doesNotContain("from before");
    assertThat(results(outcome, 2).split("seen 1", -1)).hasSize(2);
    List<String> logs = new ArrayList<>();
    outcome.steps().forEach(s -> logs.add(new String(s.log().tail(), UTF_8)));
    assertThat(logs).containsExactly("run 1", "", "", "run 2");
    assertThat(text(outcome)).endsWith(LIST.substring(LIST.indexOf("results:")));
  }

  @Test
  void dropsWhatAStepChangedThatOnlyValidates() {
    PipelineOutcome outcome = run(validating("remark"), step("label"));
    assertThat(text(outcome)).contains("name: one").doesNotContain("other").contains("by1");
    assertThat(results(outcome, 0)).contains("seen 1");
  }

  @Test
  void stopsAtAStepThatFails() {
    PipelineOutcome outcome = run(step("label"), step("fail"), step("label"));
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    assertThat(outcome.failedStep()).isEqualTo(2);
    assertThat(outcome.bytes()).isEmpty();
    assertThat(outcome.steps()).hasSize(2);
    assertThat(runs).hasValue(1);
    Outcome failed = outcome.steps().getLast().outcome();
    assertThat(failed.ending()).isEqualTo(new Ending.Failed(Reason.RESULTS, 1, "no good"));
    assertThat(TestEvaluators.text(failed))
        .contains("by1: none", "failed: \"true\"", "message: no good");
  }

  @Test
  void stopsAtAValidationThatFails() {
    PipelineOutcome outcome = run(validating("fail"), step("label"));
    assertThat(outcome.failedStep()).isEqualTo(1);
    assertThat(runs).hasValue(0);
  }

  @Test
  void goesOnAfterAFailureThatIsDeferred() {
    PipelineOutcome outcome = run(deferring("throw"), deferring("fail"), step("label"));
    assertThat(outcome.failedStep()).isZero();
    assertThat(text(outcome)).contains("failed: \"true\"", "by1: none");
    assertThat(outcome.steps()).extracting(s -> s.outcome().exitCode()).containsExactly(2, 1, 0);
    assertThat(results(outcome, 0)).contains("boom");
  }

  @Test
  void holdsNoListOfAStepThatIsDone() {
    PipelineOutcome outcome = run(step("label"), deferring("fail"), step("label"));
    assertThat(outcome.steps()).allMatch(s -> s.outcome().list().isEmpty());
  }

  @Test
  void stopsAtAStepThatLeavesMoreThanAMessageMayHave() {
    var limits = Limits.defaults().withMaxMessageBytes(LIST.length() + 1);
    try (var small = new Evaluator(evaluator.registry(), limits)) {
      var steps = Collections.nCopies(10, deferring("throw"));
      PipelineOutcome outcome =
          small.submit(new Pipeline(TestEvaluators.invocation(LIST), steps)).join();
      assertThat(outcome.failedStep()).isEqualTo(1); // it ran, so nobody may take it for not begun
      assertThat(outcome.steps().getFirst().outcome().ending().message())
          .startsWith("the results, logs and failures of steps 1 to 1 are larger")
          .contains("--max-message-bytes");
    }
  }

  @Test
  void runsNothingIfOneStepIsUnknown() {
    PipelineOutcome outcome = run(step("label"), step("label"), step("lable"));
    assertThat(outcome.ending()).isInstanceOf(Ending.NotFound.class);
    assertThat(outcome.ending().message())
        .startsWith("steps[2]: no function \"lable\" (there are busy, deaf,");
    assertThat(outcome.steps()).isEmpty();
    assertThat(outcome.bytes()).isEmpty();
    assertThat(runs).hasValue(0);
  }

  @Test
  void runsNothingIfOneConfigurationCannotBeRead() {
    PipelineOutcome outcome = run(step("label"), configured("label", "{a: "));
    assertThat(outcome.ending()).isInstanceOf(Ending.Unreadable.class);
    assertThat(outcome.ending().message()).startsWith("steps[1].function_config: ");
    assertThat(runs).hasValue(0);
  }

  @Test
  void runsNothingIfAConfigurationIsNotUtf8() {
    byte[] config = "apiVersion: v1\nkind: Test\nspeed: \u00fc\n".getBytes(ISO_8859_1);
    PipelineOutcome outcome = run(new PipelineStep("", "label", null, config, false, false));
    assertThat(outcome.ending()).isInstanceOf(Ending.Unreadable.class);
    assertThat(outcome.ending().message())
        .startsWith("steps[0].function_config: ")
        .contains("UTF-8", "line 3");
    assertThat(runs).hasValue(0);
  }

  @Test
  void runsNothingIfTheListIsNone() {
    var pipeline = new Pipeline(TestEvaluators.invocation("items: 7"), List.of(step("label")));
    PipelineOutcome outcome = evaluator.submit(pipeline).join();
    assertThat(outcome.ending()).isInstanceOf(Ending.Unreadable.class);
    assertThat(outcome.ending().message()).startsWith("kind: missing");
    assertThat(runs).hasValue(0);
  }

  @Test
  void choosesByTheConfigurationOfTheStepOrItsImage() {
    PipelineStep byImage =
        new PipelineStep("", null, "example.com/fn/remark:v1", new byte[0], false, false);
    assertThat(run(byImage).steps().getFirst().outcome().function()).isEqualTo("remark");
    PipelineStep byNothing = new PipelineStep("", null, null, new byte[0], false, false);
    assertThat(run(byNothing).ending().message()).startsWith("steps[0]: neither a name nor a");
  }

  @Test
  void failsAtItsLastStepWhereTheFormatCannotSayTheList() {
    Invocation in =
        TestEvaluators.invocation(LIST.replace("one}", "one, hot: .nan}"))
            .withAnswerFormat(Format.JSON);
    PipelineOutcome outcome =
        evaluator.submit(new Pipeline(in, List.of(step("label"), step("remark")))).join();

    assertThat(outcome.failedStep()).isEqualTo(2);
    assertThat(outcome.bytes()).isEmpty();
    assertThat(outcome.steps().getLast().outcome().ending())
        .isInstanceOfSatisfying(
            Ending.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(Reason.INVALID_OUTPUT);
              assertThat(failed.message()).contains(".nan");
            });
  }

  @Test
  void answersInTheFormatAskedFor() {
    Invocation in = TestEvaluators.invocation(LIST).withAnswerFormat(Format.JSON);
    PipelineOutcome outcome =
        evaluator.submit(new Pipeline(in, List.of(step("remark"), step("fail")))).join();
    assertThat(results(outcome, 0)).startsWith("[");
    assertThat(TestEvaluators.text(outcome.steps().get(1).outcome())).startsWith("{");
  }

  @Test
  void readsWhatAProgramLeft() {
    PipelineOutcome outcome = run(step("program"), step("label"));
    assertThat(text(outcome)).contains("kind: A", "by1: none").doesNotContain("{name: one}");
  }

  @Test
  void takesAProgramsResultWithoutSeverityForInformationIfItSucceeded() {
    assertThat(results(run(step("unrated"), step("label")), 0))
        .contains("message: gone", "severity: info");
  }

  @Test
  void failsAtAProgramThatLeftAListWithoutItems() {
    PipelineOutcome outcome = run(step("itemless"), step("label"));
    assertThat(outcome.failedStep()).isEqualTo(1);
    assertThat(outcome.steps().getFirst().outcome().ending().message())
        .startsWith("it left no ResourceList: items: missing (expected: a list of objects)");
  }

  @Test
  void keepsTheItemsOfAProgramThatFailedDeferredAndLeftNone() {
    PipelineOutcome outcome = run(deferring("itemless failure"), step("label"));
    assertThat(text(outcome)).contains("name: one");
    assertThat(results(outcome, 0)).contains("message: gone");
  }

  @Test
  void didNotRunWhereItsFirstStepHadNoPlace() {
    assertThat(run(step("busy"), step("label")).ending()).isEqualTo(BUSY);
  }

  @Test
  void failsWhereALaterStepHadNoPlace() {
    PipelineOutcome outcome = run(step("label"), step("busy"));
    assertThat(outcome.failedStep()).isEqualTo(2);
    assertThat(outcome.steps().getLast().outcome().ending())
        .isEqualTo(new Ending.Failed(Reason.START, 126, "no place"));
  }

  @Test
  void failsAtAProgramThatLeftNoList() {
    PipelineOutcome outcome = run(step("label"), step("scrap"), step("label"));
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
    assertThat(outcome.failedStep()).isEqualTo(2);
    assertThat(runs).hasValue(1);
    Ending ending = outcome.steps().getLast().outcome().ending();
    assertThat(((Ending.Failed) ending).reason()).isEqualTo(Reason.INVALID_OUTPUT);
    assertThat(ending.message()).startsWith("it left no ResourceList: ");
  }

  @Test
  void goesOnWithWhatWasBeforeAProgramThatLeftNoList() {
    PipelineOutcome outcome = run(deferring("scrap"), step("label"));
    assertThat(text(outcome)).contains("name: one", "by1: none");
  }

  @Test
  void runsNoMoreStepsOnceTheCallIsOver() throws Exception {
    Invocation in = TestEvaluators.invocation(LIST);
    CompletableFuture<PipelineOutcome> outcome =
        evaluator.submit(new Pipeline(in, List.of(step("deaf"), step("label"))));
    uninterruptible.awaitCall();
    in.cancellation().cancel();
    assertThat(outcome.get().ending()).isEqualTo(new Ending.Cancelled());
    uninterruptible.close();
    Await.until(() -> evaluator.load().equals(new LoadSnapshot(0, 0, 0, 0, 0)));
    evaluator.close(); // and waits for nothing: whoever still ran would be seen
    assertThat(runs).hasValue(0);
  }
}
