package dev.kiln.conformance.plays;

import com.google.protobuf.ByteString;
import dev.kiln.conformance.asking.Exchange;
import dev.kiln.conformance.asking.Failed;
import dev.kiln.conformance.asking.NotAsked;
import dev.kiln.conformance.asking.Sample;
import dev.kiln.conformance.asking.Stage;
import dev.kiln.conformance.reading.Differences;
import dev.kiln.conformance.reading.FoundList;
import dev.kiln.conformance.reading.Json;
import dev.kiln.conformance.reading.Value;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.Step;
import dev.kiln.proto.v2alpha1.StepResult;
import java.util.List;

/** Functions one after the other in one call. */
final class PipelinePlays {
  private PipelinePlays() {}

  /** Runs the steps that the case names, and holds each part of the answer against it. */
  static void play(Stage stage) throws Failed, NotAsked {
    var request =
        PipelineRequest.newBuilder().setResourceList(ByteString.copyFrom(stage.ask().list()));
    for (Value step : stage.request().list("steps")) {
      request.addSteps(step(step));
    }
    PipelineResponse response =
        FunctionServiceGrpc.newBlockingStub(stage.grpc().channel())
            .evaluatePipeline(request.build());
    stage.notes().add(request.toString(), response.toString());
    Value expect = Plays.expect(stage);
    is("failed_step", expect.text("failed-step"), Integer.toString(response.getFailedStep()));
    List<String> steps = response.getStepsList().stream().map(PipelinePlays::outcome).toList();
    is("steps", Json.of(expect.find("steps").orElseThrow()), quoted(steps));
    if (expect.find("items").isEmpty()) {
      Failed.unless(
          response.getResourceList().isEmpty(),
          "resource_list: expected none after a step that stopped the pipeline");
    } else {
      items(response, expect.find("items").orElseThrow());
    }
  }

  private static Step step(Value step) {
    return Step.newBuilder()
        .setName(step.text("name"))
        .setFunctionConfig(
            ByteString.copyFromUtf8(Sample.kit(Json.of(step.find("spec").orElseThrow()))))
        .setValidateOnly(step.text("validate-only").equals("true"))
        .setDeferFailure(step.text("defer-failure").equals("true"))
        .build();
  }

  private static String outcome(StepResult step) {
    String results = step.getResults().isEmpty() ? "" : " with results";
    return step.getName() + (step.hasFailure() ? " failed" : " ok") + results;
  }

  private static String quoted(List<String> texts) {
    return texts.stream().map(Json::quoted).toList().toString().replace(", ", ",");
  }

  private static void is(String what, String expected, String found) throws Failed {
    Failed.unless(
        expected.equals(found), "%s: expected %s, found %s".formatted(what, expected, found));
  }

  private static void items(PipelineResponse response, Value expected) throws Failed {
    FoundList list =
        FoundList.find(response.getResourceList().toStringUtf8())
            .orElseThrow(() -> new Failed("resource_list: expected a list, found none"));
    List<String> differences = Differences.between("items", expected, Exchange.items(list));
    Failed.unless(differences.isEmpty(), String.join("\n", differences));
  }
}
