package dev.kiln.functions.applyreplacements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.testing.Cases;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ApplyReplacementsTest {
  private static final FunctionClass FUNCTION = FunctionClass.of(ApplyReplacements.class);

  private static final String ITEMS =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: map
        data:
          text: one
          number: 7
          none:
          map: {a: b, c: {d: e}}
          list: [x1, x2]
          named:
          - {name: x1, value: v1}
          - {name: x2}
          aliased: &a {k: 1}
          alias: *a
      """;

  private static final List<String> FIELDS =
      List.of(
          "data.text",
          "data.number",
          "data.none",
          "data.map",
          "data.map.a",
          "data.map.c.d",
          "data.map.new",
          "data.new",
          "data.new.a.b",
          "data.none.a",
          "data.list",
          "data.list.0",
          "data.list.2",
          "data.list.3",
          "data.list.*",
          "data.list.[=x1]",
          "data.list.[=x3]",
          "data.named.[name=x1].value",
          "data.named.[name=x3].value",
          "data.named.[name=x].name",
          "data.named.[name=one].value",
          "data.named.*.value",
          "data.named.2.name",
          "data.named.0",
          "data.aliased.k",
          "data.alias.k",
          "data.aliased",
          "metadata.name",
          "metadata.labels.l");

  private static final List<String> SOURCES =
      List.of(
          "data.text",
          "data.number",
          "data.map",
          "data.map.a",
          "data.map.c",
          "data.list",
          "data.list.0",
          "data.list.-",
          "data.named.[name=x1].name",
          "data.named.-",
          "data.alias",
          "data.new",
          "kind");

  @Test
  void passesItsCases() {
    Cases.in("src/test/cases/apply-replacements").run(ApplyReplacements.class);
  }

  @Test
  void replacementsThatAreWrittenTogetherGiveWhatSingleOnesGive() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      List<String> replacements = new ArrayList<>();
      List<String> warnings = new ArrayList<>();
      String single = ITEMS;
      while (replacements.size() < 6) {
        String replacement = randomReplacement(random);
        FunctionRun run = run(single, List.of(replacement));
        if (run.exitCode() == 0) {
          single = withoutFunction(run);
          replacements.add(replacement);
          warnings.addAll(warnings(run).toList());
        }
      }
      FunctionRun together = run(ITEMS, replacements);
      assertThat(together.exitCode()).as("seed %d: %s", seed, replacements).isZero();
      assertThat(ResourceList.parse(withoutFunction(together)).items().getFirst().node().value())
          .as("seed %d: %s", seed, replacements)
          .isEqualTo(ResourceList.parse(single).items().getFirst().node().value());
      assertThat(warnings(together)).as("seed %d: %s", seed, replacements).isEqualTo(warnings);
    }
  }

  private static String randomReplacement(Random random) {
    return "{source: {kind: ConfigMap, fieldPath: '%s'}, targets: [{select: {kind: ConfigMap}, fieldPaths: ['%s'], options: {create: %b}}]}"
        .formatted(
            SOURCES.get(random.nextInt(SOURCES.size())),
            FIELDS.get(random.nextInt(FIELDS.size())),
            random.nextBoolean());
  }

  private static FunctionRun run(String items, List<String> replacements) {
    ResourceList in =
        ResourceList.parse(
            items
                + "functionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: ApplyReplacements,"
                + " metadata: {name: config}, replacements: ["
                + String.join(", ", replacements)
                + "]}\n");
    return FUNCTION.run(in, in.functionConfig(), Caller.withoutDeadline(System.err));
  }

  private static String withoutFunction(FunctionRun run) {
    String text = run.list().toString();
    return text.substring(0, text.indexOf("functionConfig:"));
  }

  private static Stream<String> warnings(FunctionRun run) {
    return run.added().stream()
        .filter(result -> result.severity() == Severity.WARNING)
        .map(Result::message);
  }
}
