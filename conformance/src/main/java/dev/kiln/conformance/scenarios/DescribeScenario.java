package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.ValueDifferences;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.DescribeResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.FunctionInfo;
import io.grpc.StatusRuntimeException;
import java.util.List;

/** Calls {@code Describe} and checks the definitions and their summaries. */
final class DescribeScenario {
  private DescribeScenario() {}

  static void run(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest ask = context.listRequest();
    String name = context.request().text("described");
    boolean isJson = context.request().text("accept").equals("json");
    var request = DescribeRequest.newBuilder().setFunction(name);
    if (isJson) {
      request.setAccept(Encoding.JSON);
    }
    try {
      DescribeResponse response = context.grpc().functions().describe(request.build());
      context.lastExchange().set("Describe " + request, response.toString());
      CaseFailedException.unless(
          context.request().find("expect").isEmpty(), "expected a status, found OK");
      judge(context, response, name);
      CaseFailedException.unless(
          !isJson || JsonText.isJson(response.getDefinitions().toStringUtf8()),
          "definitions: expected JSON");
    } catch (StatusRuntimeException e) {
      ExpectedStatus.judge(context, ask, "Describe " + request, e);
    }
  }

  private static void judge(CaseContext context, DescribeResponse response, String name)
      throws CaseFailedException {
    DocumentValue definition = definition(response, name);
    if (context.sample().definition().isPresent()) {
      List<String> differences =
          ValueDifferences.between("definition", context.sample().definition().get(), definition);
      CaseFailedException.unless(differences.isEmpty(), String.join("\n", differences));
    }
    List<FunctionInfo> functions = response.getFunctionsList();
    CaseFailedException.unless(
        name.isEmpty() || functions.size() == 1,
        "functions: expected one, as one was asked for, found %d".formatted(functions.size()));
    FunctionInfo kit =
        functions.stream()
            .filter(function -> function.getName().equals("kit"))
            .findFirst()
            .orElseThrow(
                () -> new CaseFailedException("functions: expected one called kit, found none"));
    isAsDefined(kit, definition);
  }

  /** The reference function's: one of a list, or alone if it was asked for. */
  private static DocumentValue definition(DescribeResponse response, String name)
      throws CaseFailedException {
    DocumentValue all = read(response.getDefinitions().toStringUtf8());
    boolean isList = all instanceof DocumentValue.Sequence;
    CaseFailedException.unless(
        isList == name.isEmpty(),
        "definitions: expected %s, found %s"
            .formatted(name.isEmpty() ? "a list" : "one definition", all.kind()));
    List<DocumentValue> each =
        all instanceof DocumentValue.Sequence list ? list.values() : List.of(all);
    return each.stream()
        .filter(one -> one.text("spec", "names", "kind").equals("Kit"))
        .findFirst()
        .orElseThrow(
            () -> new CaseFailedException("definitions: expected that of kit, found none"));
  }

  private static DocumentValue read(String definitions) throws CaseFailedException {
    try {
      return YamlDocument.of(definitions).root();
    } catch (UnreadableDocumentException e) {
      throw new CaseFailedException("definitions: not readable: " + e.getMessage());
    }
  }

  private static void isAsDefined(FunctionInfo kit, DocumentValue definition)
      throws CaseFailedException {
    DocumentValue spec = definition.find("spec").orElseThrow();
    for (DocumentValue version : spec.list("versions")) {
      String type = "/" + version.text("name") + "/" + spec.text("names", "kind");
      has("config_types", kit.getConfigTypesList(), spec.text("group") + type);
      has("images", kit.getImagesList(), version.text("runtime", "container", "image"));
      for (DocumentValue each : version.list("conformWithSpecVersions")) {
        has("spec_versions", kit.getSpecVersionsList(), each.text());
      }
      String idempotent = Boolean.toString(kit.getIdempotent());
      has("idempotent", List.of(idempotent), version.text("idempotent"));
    }
  }

  private static void has(String field, List<String> found, String expected)
      throws CaseFailedException {
    CaseFailedException.unless(
        found.contains(expected),
        "functions: kit's %s: expected %s, found %s".formatted(field, expected, found));
  }
}
