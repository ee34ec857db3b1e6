package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.Reason;
import dev.kiln.proto.v2alpha1.Step;
import dev.kiln.server.calls.CompletedCall;
import io.grpc.Status;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The method {@code EvaluatePipeline}. */
class PipelineTest {
  @AutoClose
  private final GrpcTestHost host =
      GrpcTestHost.of(
          GrpcTestHost.function(
              "label",
              (in, call) -> {
                call.log().println("labelled");
                String value = call.config().resource().flatMap(c -> c.text("by")).orElse("none");
                return in.mapItems(item -> item.withLabel("by", value));
              }),
          GrpcTestHost.function(
              "report",
              (in, call) -> {
                in.items().forEach(item -> call.error(item, "metadata.name", "a bad name"));
                return in;
              }));

  @Test
  void runsEachStepOnWhatTheLastLeft() {
    PipelineResponse answer = run(step("first", "label"), step("second", "label"));
    assertThat(answer.getResourceList().toStringUtf8())
        .isEqualTo(GrpcTestHost.LIST + "    labels:\n      by: second\n");
    assertThat(answer.getContentType()).isEqualTo(Encoding.YAML);
    assertThat(answer.getFailedStep()).isZero();
    assertThat(answer.getStepsList()).hasSize(2);
    assertThat(answer.getSteps(1).getName()).isEqualTo("second");
    assertThat(answer.getSteps(1).getFunction()).isEqualTo("label");
    assertThat(answer.getSteps(1).getLog().toStringUtf8()).isEqualTo("labelled\n");
    assertThat(answer.getSteps(1).hasFailure()).isFalse();
  }

  @Test
  void stopsAtTheStepThatFails() {
    PipelineResponse answer =
        run(step("first", "label"), step("second", "report"), step("third", "label"));
    assertThat(answer.getFailedStep()).isEqualTo(2);
    assertThat(answer.getResourceList()).isEqualTo(ByteString.EMPTY);
    assertThat(answer.getStepsList()).hasSize(2);
    assertThat(answer.getSteps(1).getFailure().getReason()).isEqualTo(Reason.RESULTS);
    assertThat(answer.getSteps(1).getFailure().getExitCode()).isEqualTo(1);
    assertThat(answer.getSteps(1).getResults().toStringUtf8()).contains("message: a bad name");
  }

  @Test
  void goesOnAfterAFailureThatIsDeferred() {
    PipelineResponse answer =
        run(step("first", "report").setDeferFailure(true), step("second", "label"));
    assertThat(answer.getFailedStep()).isZero();
    assertThat(answer.getSteps(0).hasFailure()).isTrue();
    assertThat(answer.getResourceList().toStringUtf8()).contains("by: second");
  }

  @Test
  void dropsWhatAValidatorChanges() {
    PipelineResponse answer = run(step("first", "label").setValidateOnly(true));
    assertThat(answer.getResourceList().toStringUtf8()).isEqualTo(GrpcTestHost.LIST);
  }

  @Test
  void choosesByImageAndAnswersInJson() {
    Step.Builder step = Step.newBuilder().setImage("example.com/fn/label:v1");
    PipelineResponse answer =
        host.functions()
            .evaluatePipeline(request(step).toBuilder().setAccept(Encoding.JSON).build());
    assertThat(answer.getSteps(0).getFunction()).isEqualTo("label");
    assertThat(answer.getResourceList().toStringUtf8()).startsWith("{");
    assertThat(answer.getContentType()).isEqualTo(Encoding.JSON);
  }

  @Test
  void aStepWithoutAFunctionIsNotFound() {
    assertThat(refused(request(step("first", "lable"))).code()).isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void anUnreadableConfigurationIsAnInvalidArgument() {
    Step.Builder step = step("", "label").setFunctionConfig(ByteString.copyFromUtf8("a: [\n"));
    ReceivedStatus refused = refused(request(step));
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text()).startsWith("steps[0].function_config: ").contains("line ");
  }

  @Test
  void theJournalHearsHowTheLastStepEnded() throws Exception {
    run(step("first", "label"), step("second", "report"));
    CompletedCall call = host.next();
    assertThat(call.status()).isEqualTo("OK");
    assertThat(call.function()).isEqualTo("report");
    assertThat(call.ending().exitCode()).isEqualTo(1);
  }

  private PipelineResponse run(Step.Builder... steps) {
    return host.functions().evaluatePipeline(request(steps));
  }

  private static PipelineRequest request(Step.Builder... steps) {
    var request =
        PipelineRequest.newBuilder().setResourceList(ByteString.copyFromUtf8(GrpcTestHost.LIST));
    for (Step.Builder step : steps) {
      request.addSteps(step);
    }
    return request.build();
  }

  private static Step.Builder step(String name, String function) {
    return Step.newBuilder()
        .setName(name)
        .setFunction(function)
        .setFunctionConfig(
            ByteString.copyFromUtf8(
                "apiVersion: example.com/v1\nkind: " + function + "\nby: " + name + "\n"));
  }

  private ReceivedStatus refused(PipelineRequest request) {
    return ReceivedStatus.by(() -> host.functions().evaluatePipeline(request));
  }
}
