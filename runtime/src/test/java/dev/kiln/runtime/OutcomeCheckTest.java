package dev.kiln.runtime;

import static dev.kiln.runtime.TestEvaluators.call;
import static dev.kiln.runtime.TestEvaluators.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.node.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OutcomeCheckTest {
  private static final String PATH = "internal.config.kubernetes.io/path";
  private static final String OLD_PATH = "config.kubernetes.io/path";
  private static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one
          annotations:
            config.kubernetes.io/path: 'a.yaml'
            internal.config.kubernetes.io/path: 'a.yaml'
            internal.config.kubernetes.io/id: '1'
            mine: x
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: two
          annotations:
            config.k8s.io/id: '2'
            internal.config.kubernetes.io/path: 'b.yaml'
            internal.config.kubernetes.io/seqindent: 'compact'
      """;

  private static KrmFunction onOne(UnaryOperator<Resource> change) {
    return (in, _) -> in.mapItems(item -> item.name().equals("one") ? change.apply(item) : item);
  }

  @Test
  void letsAFunctionMoveAnItem() {
    Outcome outcome =
        call(
            onOne(item -> item.withAnnotation(PATH, "c.yaml").withAnnotation(OLD_PATH, "c.yaml")),
            LIST);
    assertThat(outcome.results()).isEmpty();
    assertThat(text(outcome)).isEqualTo(LIST.replace("a.yaml", "c.yaml"));
  }

  @Test
  void letsTheOtherSpellingFollow() {
    assertThat(text(call(onOne(item -> item.withAnnotation(PATH, "c.yaml")), LIST)))
        .isEqualTo(LIST.replace("a.yaml", "c.yaml"));
    assertThat(text(call(onOne(item -> item.withAnnotation(OLD_PATH, "c.yaml")), LIST)))
        .isEqualTo(LIST.replace("a.yaml", "c.yaml"));
  }

  @Test
  void failsWhereTheTwoSpellingsPart() {
    Outcome outcome =
        call(
            onOne(item -> item.withAnnotation(PATH, "c.yaml").withAnnotation(OLD_PATH, "d.yaml")),
            LIST);
    assertThat(outcome.ending()).isInstanceOf(Ending.Failed.class);
    assertThat(((Ending.Failed) outcome.ending()).reason()).isEqualTo(Reason.INVALID_OUTPUT);
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.ending().message()).contains("c.yaml", "d.yaml", PATH, OLD_PATH);
  }

  @Test
  void undoesAnyOtherChangeAndSaysSo() {
    Outcome outcome =
        call(onOne(item -> item.withAnnotation("internal.config.kubernetes.io/id", "7")), LIST);
    assertThat(outcome.exitCode()).isZero();
    assertThat(text(outcome)).startsWith(LIST);
    assertThat(outcome.results()).hasSize(1);
    assertThat(outcome.results().getFirst().message())
        .isEqualTo(
            "the function may not change annotation internal.config.kubernetes.io/id; it is \"1\""
                + " again");
  }

  @Test
  void bringsBackWhatWasRemoved() {
    Outcome outcome =
        call(
            (in, _) -> in.mapItems(item -> item.edit(e -> e.remove("metadata.annotations"))), LIST);
    assertThat(outcome.results()).hasSize(6);
    for (String kept :
        List.of(
            "internal.config.kubernetes.io/path: 'a.yaml'", "config.k8s.io/id: '2'", "seqindent")) {
      assertThat(text(outcome)).contains(kept);
    }
    assertThat(text(outcome)).doesNotContain("mine:");
  }

  @Test
  void takesAwayWhatWasAdded() {
    Outcome outcome =
        call(onOne(item -> item.withAnnotation("internal.config.kubernetes.io/new", "7")), LIST);
    assertThat(text(outcome)).startsWith(LIST);
    assertThat(outcome.results().getFirst().message()).contains("may not add", "it is gone again");
  }

  @Test
  void knowsAnItemAgainThatWasRenamedAndMoved() {
    KrmFunction function =
        (in, _) -> {
          Resource one = in.items().get(0).withName("uno");
          Resource bare = one.edit(e -> e.remove(Path.keys("metadata", "annotations", OLD_PATH)));
          return in.withItems(List.of(in.items().get(1), bare));
        };
    Outcome outcome = call(function, LIST);
    assertThat(outcome.results()).hasSize(1);
    assertThat(text(outcome)).contains("config.kubernetes.io/path: 'a.yaml'");
    assertThat(text(outcome).indexOf("uno")).isGreaterThan(text(outcome).indexOf("two"));
  }

  @Test
  void leavesItemsAloneThatAreNew() {
    Outcome outcome =
        call(
            (in, _) ->
                in.add(
                    Resource.parse(
                        """
                        apiVersion: v1
                        kind: Secret
                        metadata:
                          name: three
                          annotations:
                            internal.config.kubernetes.io/path: new.yaml
                        """)),
            LIST);
    assertThat(outcome.results()).isEmpty();
    assertThat(text(outcome)).startsWith(LIST).contains("new.yaml");
  }

  @Test
  void missesWhatAResultLacks() {
    String results =
        "results:\n- severity: info\n- {message: odd, severity: info, field: {path: a}}\n";
    Outcome outcome = call((in, _) -> ResourceList.parse(in + results), LIST);
    assertThat(outcome.ending())
        .isEqualTo(
            new Ending.Failed(
                Reason.INVALID_OUTPUT,
                1,
                "the function gave a result without a message (and 1 more)"));
    assertThat(text(outcome)).contains("a result with field and no resourceRef", "odd");
  }

  @Test
  void failsWhereAFunctionLeavesNoMapForTheAnnotations() {
    Outcome outcome = call(onOne(item -> item.edit(e -> e.set("metadata", "web"))), LIST);

    assertThat(outcome.ending()).isInstanceOf(Ending.Failed.class);
    assertThat(text(outcome))
        .contains("the function may not remove annotation " + PATH + "; it cannot be restored: ");
  }

  @Test
  void acceptsResultsAboutAnItemWithoutAKind() {
    String list = "kind: ResourceList\nitems:\n- {metadata: {name: a}, spec: 1}\n";
    KrmFunction function =
        (in, call) -> {
          call.info(in.items().getFirst(), "spec", "found");
          return in;
        };

    Outcome outcome = call(function, list);

    assertThat(outcome.ending()).isInstanceOf(Ending.Done.class);
    assertThat(text(outcome)).contains("message: found", "tags:", "field: spec");
  }

  @Test
  void forgetsItemsThatWereDeleted() {
    Outcome outcome = call((in, _) -> in.filterItems(item -> item.name().equals("two")), LIST);
    assertThat(outcome.results()).isEmpty();
    assertThat(text(outcome)).doesNotContain("name: one").contains("name: two");
  }
}
