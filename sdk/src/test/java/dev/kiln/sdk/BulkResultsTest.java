package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many results are written as one after the other would be. */
class BulkResultsTest {
  private static final String[] TEXTS = {
    "web",
    "yes",
    "~",
    "null",
    "1.0",
    "0x1F",
    "true",
    "web-12345",
    "Mutated field value to \"5\"",
    "set by: hand",
    "ends with :",
    "a # b",
    "a#b",
    " led",
    "trailed ",
    "",
    "-",
    "- x",
    "über alles",
    "tab\there",
    "bell\u0007",
    "two\nlines",
    "two\n\nlines and\n",
    "\n",
    "quote \" and \\",
    "{braces}",
    "braces {inside}, [too]",
    "\ud800 unpaired",
    "🙂 outside",
    "2024-02-29",
    "no-one",
    "Never:",
    "a".repeat(2000)
  };

  private static final List<Severity> SEVERITIES = List.of(Severity.values());

  private static final Object[] VALUES = {
    3,
    4L,
    true,
    1.5,
    "3",
    Yaml.parse("[1, a: b]"),
    Yaml.parse("0x10"),
    Yaml.parse("'7'"),
    Yaml.parse("~")
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: ResourceList\nitems: []\n",
        "kind: ResourceList\nitems:\n- a: 1\n",
        "kind: ResourceList\nitems:\n  - a: 1\n",
        "items:\n- a: |\n    text\nkind: ResourceList\n# foot\n",
        "kind: ResourceList\nitems: []\nresults:\n- message: old\n\n# foot\nfunctionConfig: {a: 1}\n",
        "kind: ResourceList\nitems: []\nresults:\n  -   message: old\n",
        "kind: ResourceList\nitems: []\nresults:\n- message: old\n  field:\n      path: a\n",
        "kind: ResourceList\nitems: []\nresults: [{message: old}]\n",
        "kind: ResourceList\r\nitems:\r\n- a: 1\r\n",
        "{\"kind\": \"ResourceList\", \"items\": []}"
      })
  void areWrittenLikeSingleResults(String list) {
    var random = new Random(list.hashCode());
    for (int round = 0; round < 200; round++) {
      List<Result> results = randomResults(random);
      Node edited =
          Yaml.parse(list)
              .edit(e -> results.forEach(r -> e.append("results", ResultWriter.write(r, false))));
      assertThat(ResourceList.parse(list).addResults(results)).hasToString(edited.toString());
    }
  }

  private static List<Result> randomResults(Random random) {
    var results = new ArrayList<Result>();
    int count = 8 + random.nextInt(5);
    while (results.size() < count) {
      results.add(randomResult(random));
    }
    return results;
  }

  private static Result randomResult(Random random) {
    boolean simple = random.nextInt(3) > 0;
    var ref =
        new ResourceRef(
            text(random), text(random), random.nextBoolean() ? text(random) : null, text(random));
    var field =
        new Result.Field(
            text(random),
            random.nextBoolean() ? VALUES[random.nextInt(VALUES.length)] : null,
            simple ? List.of() : List.of(text(random)));
    boolean referenced = random.nextInt(4) > 0;
    return new Result(
        SEVERITIES.get(random.nextInt(3)),
        text(random),
        referenced ? ref : null,
        referenced && random.nextBoolean() ? field : null,
        random.nextBoolean() ? new FileRef(text(random), random.nextInt(3)) : null,
        simple ? Map.of() : Map.of(text(random), text(random)));
  }

  private static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }
}
