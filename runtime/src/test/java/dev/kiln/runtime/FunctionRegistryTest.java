package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.ResourceList;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class FunctionRegistryTest {
  private static final Runner NOTHING = _ -> Outcome.of(new Ending.Done());
  private static final RegisteredFunction LABELS =
      RegisteredFunction.of(
          "set-labels",
          List.of("example.com:5000/fn/labels:v1", "old.example.com/labels"),
          types("SetLabels", "Both"),
          NOTHING);
  private static final RegisteredFunction NAMESPACE =
      RegisteredFunction.of(
          "set-namespace",
          List.of("example.com:5000/fn/namespace:v1", "example.com/twin:v1"),
          types("SetNamespace", "Both"),
          NOTHING);
  private static final RegisteredFunction TWIN =
      RegisteredFunction.of("twin", List.of("example.com/twin:v2"), types(), NOTHING);

  private static BiPredicate<String, String> types(String... kinds) {
    return (apiVersion, kind) ->
        apiVersion.equals("example.com/v1") && List.of(kinds).contains(kind);
  }

  private static String ask(List<RegisteredFunction> hosts, Invocation in) {
    try (var evaluator = new Evaluator(new FunctionRegistry(hosts), Limits.defaults())) {
      Outcome outcome = evaluator.evaluate(in);
      return outcome.function().isEmpty() ? outcome.ending().message() : outcome.function();
    }
  }

  private static String ask(Invocation in) {
    return ask(List.of(LABELS, NAMESPACE, TWIN), in);
  }

  private static Invocation list(String functionConfig) {
    return TestEvaluators.invocation("kind: ResourceList\nitems: []\n" + functionConfig);
  }

  private static String config(String apiVersion, String kind) {
    return "functionConfig: {apiVersion: %s, kind: %s, metadata: {name: x}}"
        .formatted(apiVersion, kind);
  }

  @Test
  void choosesByName() {
    assertThat(ask(list("").function("set-labels"))).isEqualTo("set-labels");
  }

  @Test
  void letsTheNameWinOverImageAndType() {
    Invocation in = list(config("example.com/v1", "SetNamespace")).image("example.com/twin:v1");
    assertThat(ask(in.function("set-labels"))).isEqualTo("set-labels");
  }

  @Test
  void triesNothingElseForAnUnknownName() {
    Invocation in = list(config("example.com/v1", "SetLabels")).function("set-lables");
    assertThat(ask(in))
        .isEqualTo("no function \"set-lables\" (there are set-labels, set-namespace, twin)");
    assertThat(ask(List.of(LABELS), in)).startsWith("no function");
  }

  @Test
  void choosesByImage() {
    assertThat(ask(list("").image("example.com:5000/fn/labels:v1"))).isEqualTo("set-labels");
    assertThat(ask(list("").image("old.example.com/labels"))).isEqualTo("set-labels");
  }

  @Test
  void choosesByImageWithAnyTagOrDigest() {
    for (String tail : List.of("", ":v9", "@sha256:0123", ":v9@sha256:0123")) {
      assertThat(ask(list("").image("example.com:5000/fn/labels" + tail))).isEqualTo("set-labels");
    }
  }

  @Test
  void prefersTheExactImage() {
    assertThat(ask(list("").image("example.com/twin:v2"))).isEqualTo("twin");
    assertThat(ask(list("").image("example.com/twin:v3"))).startsWith("no one function for image");
  }

  @Test
  void triesNothingElseForAnUnknownImage() {
    Invocation in = list(config("example.com/v1", "SetLabels")).image("example.com/fn/labels:v1");
    assertThat(ask(in)).startsWith("no one function for image \"example.com/fn/labels:v1\"");
  }

  @Test
  void choosesByTheTypeOfTheFunctionConfig() {
    assertThat(ask(list(config("example.com/v1", "SetNamespace")))).isEqualTo("set-namespace");
  }

  @Test
  void choosesNoneForATypeOfSeveral() {
    assertThat(ask(list(config("example.com/v1", "Both"))))
        .startsWith("2 functions take a functionConfig example.com/v1/Both (there are set-labels");
    assertThat(ask(list(config("example.com/v2", "SetLabels"))))
        .startsWith("no function takes a functionConfig example.com/v2/SetLabels (there are");
  }

  @Test
  void choosesTheOnlyOne() {
    assertThat(ask(List.of(TWIN), list(""))).isEqualTo("twin");
    assertThat(ask(List.of(TWIN), list(config("v1", "ConfigMap")))).isEqualTo("twin");
  }

  @Test
  void choosesNoneWithoutAnyHint() {
    assertThat(ask(list(""))).startsWith("neither a name nor a functionConfig");
    assertThat(ask(List.of(), list(""))).endsWith("(there are none)");
  }

  @Test
  void takesAListInsteadOfBytes() {
    var list = ResourceList.parse("kind: ResourceList\nitems: []\n");
    assertThat(ask(Invocation.of(list).function("twin"))).isEqualTo("twin");
  }

  @Test
  void takesAnImageItselfForNoOtherTagOfIt() {
    RegisteredFunction image =
        RegisteredFunction.ofImage("label", "example.com/label:v1", null, NOTHING);
    assertThat(ask(List.of(image, TWIN), list("").image("example.com/label:v1")))
        .isEqualTo("label");
    assertThat(ask(List.of(image, TWIN), list("").image("example.com/label:v2")))
        .startsWith("no one function for image");
  }

  @Test
  void asksElsewhereForAnImageThatNoFunctionStandsInFor() {
    var runners = new FunctionRegistry(List.of(LABELS));
    runners.setImageFallback(
        (image, _) -> RegisteredFunction.ofImage("the " + image, image, null, NOTHING));
    try (var evaluator = new Evaluator(runners, Limits.defaults())) {
      assertThat(evaluator.evaluate(list("").image("other:v1")).function())
          .isEqualTo("the other:v1");
      assertThat(evaluator.evaluate(list("").image("old.example.com/labels")).function())
          .isEqualTo("set-labels");
    }
  }
}
