package dev.kiln.conformance.scenarios;

import com.google.protobuf.ByteString;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.OutputList;
import dev.kiln.conformance.document.ValueDifferences;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.ListFormat;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.PipelineRequest;
import dev.kiln.proto.v2alpha1.PipelineResponse;
import dev.kiln.proto.v2alpha1.Step;
import dev.kiln.proto.v2alpha1.StepResult;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.stream.Stream;

/** Runs several functions in one call of {@code EvaluatePipeline}. */
final class PipelineScenario {
  private PipelineScenario() {}

  /** Runs the steps that the case names, and holds each part of the answer against it. */
  static void run(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    PipelineRequest request = request(context, ask);
    DocumentValue expect = Scenarios.expect(context);
    try {
      PipelineResponse response = context.grpc().functions().evaluatePipeline(request);
      context.lastExchange().set(request.toString(), response.toString());
      CaseFailedException.unless(
          expect.find("code").isEmpty(), "expected " + expect.text("code") + ", found OK");
      judge(response, expect);
    } catch (StatusRuntimeException e) {
      ExpectedStatus.judge(context, ask, request.toString(), e);
    }
  }

  private static PipelineRequest request(CaseContext context, FunctionRequest ask) {
    var request =
        PipelineRequest.newBuilder()
            .setResourceList(ByteString.copyFrom(ask.list()))
            .setContentType(encoding(ask.format()))
            .setAccept(encoding(ask.accept()));
    context.request().list("steps").forEach(step -> request.addSteps(step(step)));
    return request.build();
  }

  private static Encoding encoding(ListFormat format) {
    return format == ListFormat.JSON ? Encoding.JSON : Encoding.ENCODING_UNSPECIFIED;
  }

  private static void judge(PipelineResponse response, DocumentValue expect)
      throws CaseFailedException {
    List<StepResult> steps = response.getStepsList();
    requireEqual(
        "failed_step", expect.text("failed-step"), Integer.toString(response.getFailedStep()));
    requireEqual("steps", expect, steps.stream().map(PipelineScenario::outcome));
    requireEqual("functions", expect, steps.stream().map(StepResult::getFunction));
    requireEqual("logs", expect, steps.stream().map(step -> step.getLog().toStringUtf8().strip()));
    CaseFailedException.unless(
        steps.stream().allMatch(step -> step.getTiming().hasRun()),
        "timing: expected run of each step");
    if (expect.find("items").isEmpty()) {
      CaseFailedException.unless(
          response.getResourceList().isEmpty(),
          "resource_list: expected none after a step that stopped the pipeline");
    } else {
      items(response, expect.find("items").orElseThrow());
      requireEncoding(expect.text("format").equals("json"), response);
    }
  }

  /** YAML, or JSON if that was asked for. */
  private static void requireEncoding(boolean isJson, PipelineResponse response)
      throws CaseFailedException {
    requireEqual(
        "content_type",
        (isJson ? Encoding.JSON : Encoding.YAML).name(),
        response.getContentType().name());
    requireEqual(
        "resource_list in JSON",
        Boolean.toString(isJson),
        Boolean.toString(JsonText.isJson(response.getResourceList().toStringUtf8())));
  }

  private static Step step(DocumentValue step) {
    return Step.newBuilder()
        .setName(step.text("name"))
        .setFunction(step.text("function"))
        .setImage(step.text("image"))
        .setFunctionConfig(
            ByteString.copyFromUtf8(Sample.kit(JsonText.of(step.find("spec").orElseThrow()))))
        .setValidateOnly(step.text("validate-only").equals("true"))
        .setDeferFailure(step.text("defer-failure").equals("true"))
        .build();
  }

  private static String outcome(StepResult step) {
    String results = step.getResults().isEmpty() ? "" : " with results";
    return step.getName() + (step.hasFailure() ? " failed" : " ok") + results;
  }

  /** One text of each step, where the case has something to say of it. */
  private static void requireEqual(String what, DocumentValue expect, Stream<String> found)
      throws CaseFailedException {
    if (expect.find(what).isPresent()) {
      List<String> texts = expect.list(what).stream().map(DocumentValue::text).toList();
      requireEqual(what, texts.toString(), found.toList().toString());
    }
  }

  private static void requireEqual(String what, String expected, String found)
      throws CaseFailedException {
    CaseFailedException.unless(
        expected.equals(found), "%s: expected %s, found %s".formatted(what, expected, found));
  }

  private static void items(PipelineResponse response, DocumentValue expected)
      throws CaseFailedException {
    OutputList list =
        OutputList.find(response.getResourceList().toStringUtf8())
            .orElseThrow(
                () -> new CaseFailedException("resource_list: expected a list, found none"));
    List<String> differences =
        ValueDifferences.between("items", expected, CaseExchange.items(list));
    CaseFailedException.unless(differences.isEmpty(), String.join("\n", differences));
  }
}
