package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import dev.kiln.client.PipelineHost.Behaviour;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.StepResult;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.kind.named.NamedFunction;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several functions of a host as one call: none of them runs twice, whatever happens. */
@Timeout(60)
class PipelineCallTest {
  private static final List<Step> STEPS = List.of(step("one"), step("two"), step("three"));

  @TempDir private Path temporary;
  private Folder folder;

  @BeforeEach
  void fill() {
    folder = new Folder(temporary.resolve("package")).withMap("a.yaml", "a", "1");
  }

  private static Step step(String name) {
    return Step.of(new NamedFunction(name));
  }

  private Run run(PipelineHost host, Duration timeout, List<Step> steps) {
    var options =
        ExecutionOptions.onHost(host.address()).withLimits(Limits.defaults().withTimeout(timeout));
    try (var functions = Functions.open(options)) {
      return functions.run(folder.read(), steps);
    }
  }

  private Run run(PipelineHost host) {
    return run(host, Duration.ofSeconds(30), STEPS);
  }

  private static void diesInTheSecondStep(
      PipelineHost host, PipelineRequest request, StreamObserver<PipelineResponse> reply) {
    host.runs.addAll(List.of("one", "two"));
    host.die();
  }

  private static Behaviour refusing(Status status) {
    return (_, _, reply) -> reply.onError(status.asRuntimeException());
  }

  private static PipelineResponse answer(ByteString list, String... steps) {
    var answer = PipelineResponse.newBuilder().setResourceList(list);
    for (String step : steps) {
      answer.addSteps(StepResult.newBuilder().setName(step));
    }
    return answer.build();
  }

  private static Behaviour answering(PipelineResponse answer) {
    return (host, _, reply) -> {
      host.runs.add("all");
      reply.onNext(answer);
      reply.onCompleted();
    };
  }

  @Test
  void runsNothingAgainOnAHostThatDiesInTheMiddle() throws Exception {
    try (var host = new PipelineHost(PipelineCallTest::diesInTheSecondStep)) {
      Run run = run(host);
      assertThat(host.runs).containsExactly("one", "two");
      assertThat(run.steps()).hasSize(1);
      assertThat(run.fatal().orElseThrow().message())
          .startsWith("the call of 3 functions as one (one, two, three): " + host.address())
          .endsWith("which of the functions ran is not known");
    }
  }

  @Test
  void goesOnBehindABrokenCallIfAllFailuresAreDeferred() throws Exception {
    try (var host = new PipelineHost(PipelineCallTest::diesInTheSecondStep)) {
      List<Step> deferred = STEPS.stream().map(step -> step.withDeferFailure(true)).toList();
      Run run = run(host, Duration.ofSeconds(30), deferred);
      assertThat(host.runs).containsExactly("one", "two");
      assertThat(run.steps()).hasSize(3).allMatch(StepRun::isFailed);
      assertThat(run.fatal()).isEmpty();
    }
  }

  @Test
  void keepsTheItemsIfAFunctionFailedDeferredAndNoneAreLeft() throws Exception {
    var list = ByteString.copyFromUtf8("kind: ResourceList\nitems: []\n");
    var answer = answer(list, "one", "two", "three").toBuilder();
    answer.getStepsBuilder(0).getFailureBuilder().setExitCode(1);
    try (var host = new PipelineHost(answering(answer.build()))) {
      List<Step> deferred = STEPS.stream().map(step -> step.withDeferFailure(true)).toList();
      Run run = run(host, Duration.ofSeconds(30), deferred);
      assertThat(run.placed()).hasSameSizeAs(folder.read().items());
      assertThat(run.isSuccess()).isFalse();
    }
  }

  @Test
  void endsACallThatIsOverTimeAndRunsNothingAgain() throws Exception {
    Behaviour neverAnswers = (host, _, _) -> host.runs.add("one");
    try (var host = new PipelineHost(neverAnswers)) {
      Run run = run(host, Duration.ofMillis(700), STEPS);
      assertThat(host.runs).containsExactly("one");
      assertThat(run.fatal().orElseThrow().exitCode()).isEqualTo(124);
      assertThat(run.fatal().orElseThrow().message()).contains("--timeout", "is not known");
    }
  }

  @Test
  void callsFunctionsOneByOneIfTheHostKnowsNoPipelines() throws Exception {
    try (var host = new PipelineHost(refusing(Status.UNIMPLEMENTED))) {
      assertThat(run(host).isSuccess()).isTrue();
      assertThat(host.runs).containsExactly("one", "two", "three");
    }
  }

  @Test
  void callsFunctionsOneByOneIfTheHostHasNoRoomForAll() throws Exception {
    var busy =
        com.google.rpc.Status.newBuilder()
            .setCode(Code.UNAVAILABLE_VALUE)
            .addDetails(Any.pack(RetryInfo.getDefaultInstance()))
            .build();
    Behaviour refuses = (_, _, reply) -> reply.onError(StatusProto.toStatusRuntimeException(busy));
    try (var host = new PipelineHost(refuses)) {
      assertThat(run(host).isSuccess()).isTrue();
      assertThat(host.runs).containsExactly("one", "two", "three");
    }
  }

  @Test
  void runsNothingAgainThatAHostFailedOver() throws Exception {
    try (var host = new PipelineHost(refusing(Status.INTERNAL.withDescription("broke down")))) {
      assertThat(run(host).fatal().orElseThrow().message()).contains("broke down");
      assertThat(host.runs).isEmpty();
    }
  }

  @Test
  void runsNothingAgainWhoseListIsOfNoUse() throws Exception {
    var noList = ByteString.copyFromUtf8("kind: ConfigMap\n");
    try (var host = new PipelineHost(answering(answer(noList, "one", "two", "three")))) {
      StepRun failed = run(host).fatal().orElseThrow();
      assertThat(failed.message()).contains("(one, two, three)", "it left no list to go on with");
      assertThat(host.runs).containsExactly("all");
    }
  }

  @Test
  void runsNothingAgainThatAnAnswerLeavesOut() throws Exception {
    var list = ByteString.copyFromUtf8("kind: ResourceList\nitems: []\n");
    try (var host = new PipelineHost(answering(answer(list, "one")))) {
      StepRun failed = run(host).fatal().orElseThrow();
      assertThat(failed.message()).contains("an answer about 1 functions (expected: about 3)");
      assertThat(host.runs).containsExactly("all");
    }
  }
}
