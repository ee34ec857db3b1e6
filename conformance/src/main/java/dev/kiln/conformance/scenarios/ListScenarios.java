package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Position;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.ValueDifferences;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.execution.EditableListText;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.ListFormat;
import dev.kiln.conformance.targets.StdinFunctionClient;
import dev.kiln.conformance.targets.TargetDoor;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Sends a list twice, in different forms or circumstances, and compares the answers. */
final class ListScenarios {
  /** In JSON of our own; within a text a quote has a backslash before it. */
  private static final Pattern QUOTED_KEY = Pattern.compile("(?<=[{,])\"([A-Za-z]+)\":");

  private static final Pattern SEMVER =
      Pattern.compile("v?[0-9]+\\.[0-9]+\\.[0-9]+([-+][0-9A-Za-z.+-]+)?");

  private ListScenarios() {}

  /** The same list in JSON gives the same items. */
  static void asJson(CaseContext context) throws CaseFailedException, CaseSkippedException {
    FunctionRequest yaml = context.listRequest();
    CaseExchange first = context.call(yaml);
    Expectation.judge(first, Scenarios.expect(context));
    String json = JsonText.of(first.input().root());
    CaseExchange second =
        context.call(
            new FunctionRequest(
                json.getBytes(StandardCharsets.UTF_8), ListFormat.JSON, yaml.accept()));
    Expectation.judge(second, Scenarios.expect(context));
    CaseExchange again = context.call(yaml);
    if (!ValueDifferences.isSame(first.items(), again.items())) {
      throw new CaseSkippedException("the same list gives other items each time");
    }
    requireSame(first, second);
  }

  /** The same list in flow style, in which keys have no quotes, is accepted. */
  static void asFlow(CaseContext context) throws CaseFailedException, CaseSkippedException {
    String json = JsonText.of(Sample.read(context.listRequest().text()).document().root());
    String flow = QUOTED_KEY.matcher(json).replaceAll("$1: ") + "\n";
    Expectation.judge(context.call(FunctionRequest.yaml(flow)), Scenarios.expect(context));
  }

  /** The same list behind the mark at which documents begin. */
  static void afterByteOrderMark(CaseContext context)
      throws CaseFailedException, CaseSkippedException {
    String list = context.listRequest().text();
    if (list.startsWith("---") || list.startsWith("%")) {
      throw new CaseSkippedException("the sample list is behind one anyway");
    }
    Expectation.judge(
        context.call(FunctionRequest.yaml("---\n" + list)), Scenarios.expect(context));
  }

  /** The same list again gives the same items. */
  static void sameListAgain(CaseContext context) throws CaseFailedException, CaseSkippedException {
    sendTwice(context, () -> {});
  }

  /** The same list twice, and what comes between. */
  static void sendTwice(CaseContext context, Runnable between)
      throws CaseFailedException, CaseSkippedException {
    CaseExchange first = context.call(context.listRequest());
    Expectation.judge(first, Scenarios.expect(context));
    between.run();
    CaseExchange second = context.call(context.listRequest());
    Expectation.judge(second, Scenarios.expect(context));
    requireSame(first, second);
  }

  /** Its own output gives the same items. */
  static void idempotent(CaseContext context) throws CaseFailedException, CaseSkippedException {
    DocumentValue version = version(context);
    if (!version.text("idempotent").equals("true")) {
      throw new CaseSkippedException("its definition does not say idempotent: true");
    }
    CaseExchange first = context.call(context.listRequest());
    Expectation.judge(first, Scenarios.expect(context));
    CaseExchange second =
        context.call(new FunctionRequest(next(first), ListFormat.JSON, ListFormat.YAML));
    Expectation.judge(second, Scenarios.expect(context));
    requireSame(first, second);
  }

  /** The items that came back, with the functionConfig that was sent. */
  private static byte[] next(CaseExchange first) throws CaseFailedException {
    var list = new LinkedHashMap<>(first.input().root().map());
    list.put("items", first.items());
    var root = new Mapping(list, new Position(0, 0, 0, true));
    return JsonText.of(root).getBytes(StandardCharsets.UTF_8);
  }

  private static void requireSame(CaseExchange first, CaseExchange second)
      throws CaseFailedException {
    List<String> differences = ValueDifferences.between("items", first.items(), second.items());
    CaseFailedException.unless(
        differences.isEmpty(),
        "the second answer is not as the first:\n" + String.join("\n", differences));
  }

  /** Its container runs as nobody. */
  static void runsAsNobody(CaseContext context) throws CaseFailedException, CaseSkippedException {
    if (context.sample().definition().isPresent()
        && version(context).text("runtime", "container", "requireStorageMount").equals("true")) {
      throw new CaseSkippedException("its definition says requireStorageMount: true");
    }
    var program = context.target().container().orElseThrow().programAsUser("65534:65534");
    FunctionRequest ask = context.listRequest();
    var door = (StdinFunctionClient) context.client();
    var answer =
        new StdinFunctionClient(program, door.timeout()).call(ask.list(), List.of(), Map.of());
    Expectation.judge(context.recordResponse(ask, ask.text(), answer), Scenarios.expect(context));
  }

  /** The definition says which versions of the specification hold. */
  static void definition(CaseContext context) throws CaseFailedException, CaseSkippedException {
    List<String> versions =
        version(context).list("conformWithSpecVersions").stream().map(DocumentValue::text).toList();
    CaseFailedException.unless(
        !versions.isEmpty(), "conformWithSpecVersions: expected a list of versions, found none");
    if (context.door() != TargetDoor.STDIN) {
      CaseFailedException.unless(
          versions.stream().anyMatch(each -> each.startsWith("v2")),
          "conformWithSpecVersions: expected v2 for what serves, found " + versions);
    }
  }

  /** What is named as a release has the digest of its image. */
  static void digest(CaseContext context) throws CaseFailedException, CaseSkippedException {
    DocumentValue version = version(context);
    if (!SEMVER.matcher(version.text("name")).matches()) {
      throw new CaseSkippedException("the name of its definition's version is not semver");
    }
    CaseFailedException.unless(
        version.text("runtime", "container", "sha256").matches("[0-9a-f]{64}"),
        "runtime.container.sha256: expected a digest of 64 hexadecimal digits, found \"%s\""
            .formatted(version.text("runtime", "container", "sha256")));
  }

  /** Of its versions the one that the sample asks for, or the first. */
  private static DocumentValue version(CaseContext context) throws CaseSkippedException {
    DocumentValue definition =
        context
            .sample()
            .definition()
            .orElseThrow(
                () ->
                    new CaseSkippedException("needs the function's definition: --definition FILE"));
    EditableListText list = Sample.read(context.listRequest().text());
    String asked =
        list.document().root().text("functionConfig", "apiVersion").replaceFirst(".*/", "");
    List<DocumentValue> versions =
        definition.list("spec", "versions").isEmpty()
            ? definition.list("versions")
            : definition.list("spec", "versions");
    return versions.stream()
        .filter(version -> version.text("name").equals(asked))
        .findFirst()
        .or(() -> versions.stream().findFirst())
        .orElseThrow(() -> new CaseSkippedException("its definition has no versions"));
  }
}
