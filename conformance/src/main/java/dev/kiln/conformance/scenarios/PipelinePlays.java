package dev.kiln.conformance.scenarios;

import com.google.protobuf.ByteString;
import dev.kiln.conformance.document.Differences;
import dev.kiln.conformance.document.FoundList;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Format;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.Step;
import dev.kiln.proto.v2alpha1.StepResult;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.stream.Stream;

/** Functions one after the other in one call. */
final class PipelinePlays {
  private PipelinePlays() {}

  /** Runs the steps that the case names, and holds each part of the answer against it. */
  static void play(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    PipelineRequest request = request(stage, ask);
    Value expect = Plays.expect(stage);
    try {
      PipelineResponse response = stage.grpc().functions().evaluatePipeline(request);
      stage.notes().add(request.toString(), response.toString());
      Failed.unless(
          expect.find("code").isEmpty(), "expected " + expect.text("code") + ", found OK");
      judge(response, expect);
    } catch (StatusRuntimeException e) {
      Refusals.judge(stage, ask, request.toString(), e);
    }
  }

  private static PipelineRequest request(Stage stage, Ask ask) {
    var request =
        PipelineRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(ask.list()))
            .setContentType(encoding(ask.format()))
            .setAccept(encoding(ask.accept()));
    stage.request().list("steps").forEach(step -> request.addSteps(step(step)));
    return request.build();
  }

  private static Encoding encoding(Format format) {
    return format == Format.JSON ? Encoding.JSON : Encoding.ENCODING_UNSPECIFIED;
  }

  private static void judge(PipelineResponse response, Value expect) throws Failed {
    List<StepResult> steps = response.getStepsList();
    is("failed_step", expect.text("failed-step"), Integer.toString(response.getFailedStep()));
    are("steps", expect, steps.stream().map(PipelinePlays::outcome));
    are("functions", expect, steps.stream().map(StepResult::getFunction));
    are("logs", expect, steps.stream().map(step -> step.getLog().toStringUtf8().strip()));
    Failed.unless(
        steps.stream().allMatch(step -> step.getTiming().hasRun()),
        "timing: expected run of each step");
    if (expect.find("items").isEmpty()) {
      Failed.unless(
          response.getResourceList().isEmpty(),
          "resource_list: expected none after a step that stopped the pipeline");
    } else {
      items(response, expect.find("items").orElseThrow());
      isWritten(expect.text("format").equals("json"), response);
    }
  }

  /** YAML, or JSON if that was asked for. */
  private static void isWritten(boolean isJson, PipelineResponse response) throws Failed {
    is(
        "content_type",
        (isJson ? Encoding.JSON : Encoding.YAML).name(),
        response.getContentType().name());
    is(
        "resource_list in JSON",
        Boolean.toString(isJson),
        Boolean.toString(Json.isJson(response.getResourceList().toStringUtf8())));
  }

  private static Step step(Value step) {
    return Step.newBuilder()
        .setName(step.text("name"))
        .setFunction(step.text("function"))
        .setImage(step.text("image"))
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

  /** One text of each step, where the case has something to say of it. */
  private static void are(String what, Value expect, Stream<String> found) throws Failed {
    if (expect.find(what).isPresent()) {
      List<String> texts = expect.list(what).stream().map(Value::text).toList();
      is(what, texts.toString(), found.toList().toString());
    }
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
