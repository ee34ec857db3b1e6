package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.document.Differences;
import dev.kiln.conformance.document.Document;
import dev.kiln.conformance.document.Json;
import dev.kiln.conformance.document.Unreadable;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.proto.v2alpha1.DescribeRequest;
import dev.kiln.proto.v2alpha1.DescribeResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.FunctionInfo;
import io.grpc.StatusRuntimeException;
import java.util.List;

/** Asks which functions there are: their definitions, and what those say in short. */
final class DescribePlay {
  private DescribePlay() {}

  static void play(Stage stage) throws Failed, NotAsked {
    Ask ask = stage.ask();
    String name = stage.request().text("described");
    boolean isJson = stage.request().text("accept").equals("json");
    var request = DescribeRequest.newBuilder().setFunction(name);
    if (isJson) {
      request.setAccept(Encoding.JSON);
    }
    try {
      DescribeResponse response = stage.grpc().functions().describe(request.build());
      stage.notes().add("Describe " + request, response.toString());
      Failed.unless(stage.request().find("expect").isEmpty(), "expected a status, found OK");
      judge(stage, response, name);
      Failed.unless(
          !isJson || Json.isJson(response.getDefinitions().toStringUtf8()),
          "definitions: expected JSON");
    } catch (StatusRuntimeException e) {
      Refusals.judge(stage, ask, "Describe " + request, e);
    }
  }

  private static void judge(Stage stage, DescribeResponse response, String name) throws Failed {
    Value definition = definition(response, name);
    if (stage.sample().definition().isPresent()) {
      List<String> differences =
          Differences.between("definition", stage.sample().definition().get(), definition);
      Failed.unless(differences.isEmpty(), String.join("\n", differences));
    }
    List<FunctionInfo> functions = response.getFunctionsList();
    Failed.unless(
        name.isEmpty() || functions.size() == 1,
        "functions: expected one, as one was asked for, found %d".formatted(functions.size()));
    FunctionInfo kit =
        functions.stream()
            .filter(function -> function.getName().equals("kit"))
            .findFirst()
            .orElseThrow(() -> new Failed("functions: expected one called kit, found none"));
    isAsDefined(kit, definition);
  }

  /** The reference function's: one of a list, or alone if it was asked for. */
  private static Value definition(DescribeResponse response, String name) throws Failed {
    Value all = read(response.getDefinitions().toStringUtf8());
    boolean isList = all instanceof Value.Sequence;
    Failed.unless(
        isList == name.isEmpty(),
        "definitions: expected %s, found %s"
            .formatted(name.isEmpty() ? "a list" : "one definition", all.kind()));
    List<Value> each = all instanceof Value.Sequence list ? list.values() : List.of(all);
    return each.stream()
        .filter(one -> one.text("spec", "names", "kind").equals("Kit"))
        .findFirst()
        .orElseThrow(() -> new Failed("definitions: expected that of kit, found none"));
  }

  private static Value read(String definitions) throws Failed {
    try {
      return Document.of(definitions).root();
    } catch (Unreadable e) {
      throw new Failed("definitions: nobody can read them: " + e.getMessage());
    }
  }

  private static void isAsDefined(FunctionInfo kit, Value definition) throws Failed {
    Value spec = definition.find("spec").orElseThrow();
    for (Value version : spec.list("versions")) {
      String type = "/" + version.text("name") + "/" + spec.text("names", "kind");
      has("config_types", kit.getConfigTypesList(), spec.text("group") + type);
      has("images", kit.getImagesList(), version.text("runtime", "container", "image"));
      for (Value each : version.list("conformWithSpecVersions")) {
        has("spec_versions", kit.getSpecVersionsList(), each.text());
      }
      String idempotent = Boolean.toString(kit.getIdempotent());
      has("idempotent", List.of(idempotent), version.text("idempotent"));
    }
  }

  private static void has(String field, List<String> found, String expected) throws Failed {
    Failed.unless(
        found.contains(expected),
        "functions: kit's %s: expected %s, found %s".formatted(field, expected, found));
  }
}
