package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ResultTest {
  private static final String ONE_GROUP =
      """
      kind: ResourceList
      items: []
      results:
        name: kubeval # by hand
        items:
        - message: one
      """;

  private static final Resource ITEM =
      Resource.parse(
          """
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: web
            namespace: prod
            annotations:
              internal.config.kubernetes.io/path: a/b.yaml
              internal.config.kubernetes.io/index: '2'
          spec: {replicas: 3}
          """);

  @Test
  void takesReferenceAndFileFromTheItem() {
    Result result = Result.warning("few").on(ITEM);
    assertThat(result.resourceRef())
        .isEqualTo(new ResourceRef("apps/v1", "Deployment", "prod", "web"));
    assertThat(result.file()).isEqualTo(new FileRef("a/b.yaml", 2));
  }

  @Test
  void writesFieldsInTheCustomaryOrder() {
    var list =
        ResourceList.parse("apiVersion: config.kubernetes.io/v2\nkind: ResourceList\nitems: []\n");
    Result result =
        Result.error("few")
            .on(ITEM)
            .at("spec.replicas", ITEM.find("spec.replicas").orElseThrow(), 5, "50%")
            .tag("rule", "r1");
    assertThat(list.addResults(List.of(result)).toString())
        .isEqualTo(
            """
            apiVersion: config.kubernetes.io/v2
            kind: ResourceList
            items: []
            results:
            - message: few
              severity: error
              resourceRef:
                apiVersion: apps/v1
                kind: Deployment
                namespace: prod
                name: web
              field:
                path: spec.replicas
                currentValue: 3
                proposedValues:
                - 5
                - 50%
              file:
                path: a/b.yaml
                index: 2
              tags:
                rule: r1
            """);
  }

  @Test
  void keepsFileAndFieldOfAnItemThatCannotBeReferenced() {
    Resource item =
        Resource.parse(
            """
            metadata:
              annotations:
                internal.config.kubernetes.io/path: kustomization.yaml
            resources: [a.yaml]
            """);

    Result result = Result.info("x").on(item).at("resources[0]", "a.yaml");

    assertThat(result.resourceRef()).isNull();
    assertThat(result.field()).isNull();
    assertThat(result.file()).isEqualTo(new FileRef("kustomization.yaml", 0));
    assertThat(result.tags()).containsExactly(Map.entry("field", "resources[0]"));
  }

  @Test
  void readsAllFormsOfProposedValues() {
    var list =
        ResourceList.parse(
            """
            kind: ResourceList
            items: []
            results:
            - message: one
              severity: info
              resourceRef: {apiVersion: v1, kind: A, name: a}
              field: {path: p, proposedValue: 1}
            - message: two
              field: {path: q, proposedValues: [1, 2]}
            - three
            """);
    assertThat(list.results())
        .extracting(Result::message)
        .containsExactly("one", "two", "\"three\"");
    assertThat(list.results())
        .extracting(Result::severity)
        .containsExactly(Severity.INFO, Severity.ERROR, Severity.ERROR);
    assertThat(Objects.requireNonNull(list.results().get(1).field()).proposedValues()).hasSize(2);
  }

  @Test
  void readsGroupsOfResultsWithTheirNameAsATag() {
    var list =
        ResourceList.parse(
            """
            kind: ResourceList
            items: []
            results:
            - name: kubeval
              items:
              - severity: warn
                message: one
                tags: {error-type: field}
              - message: two
                tags: {group: mine}
            - name: empty
              items: []
            - message: three
            - items: [{message: four, severity: info}]
            """);
    assertThat(list.results())
        .containsExactly(
            Result.warning("one").tag("error-type", "field").tag("group", "kubeval"),
            Result.error("two").tag("group", "kubeval/mine"),
            Result.error("three"),
            Result.info("four"));
  }

  @Test
  void readsOneGroupThatStandsInPlaceOfAList() {
    var list = ResourceList.parse(ONE_GROUP);
    assertThat(list.results()).containsExactly(Result.error("one").tag("group", "kubeval"));
  }

  @Test
  void readsNothingFromAGroupWithoutItems() {
    assertThat(results("[{name: g}, {name: h, items: }, {name: i, items: []}]")).isEmpty();
    assertThat(results("{name: g}")).isEmpty();
  }

  @Test
  void keepsAnUnknownSeverityAsATag() {
    Result result = results("[{message: bad, severity: fatal, tags: {a: b}}]").getFirst();

    assertThat(result.severity()).isEqualTo(Severity.ERROR);
    assertThat(result.tags())
        .containsExactlyInAnyOrderEntriesOf(Map.of("severity", "fatal", "a", "b"));
    assertThat(results("[{message: bad}]").getFirst().tags()).isEmpty();
  }

  private static List<Result> results(String text) {
    return ResourceList.parse(
            "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nresults: " + text)
        .results();
  }

  @Test
  void joinsAListThatBeginsWithTheOneGroup() {
    var list = ResourceList.parse(ONE_GROUP).addResults(List.of(Result.info("two")));
    assertThat(list.toString())
        .isEqualTo(
            """
            kind: ResourceList
            items: []
            results:
            - name: kubeval # by hand
              items:
              - message: one
            - message: two
              severity: info
            """);
  }

  @Test
  void areNoMapUnlessItIsAGroup() {
    assertThatThrownBy(() -> ResourceList.parse("kind: ResourceList\nitems: []\nresults: {a: b}\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("results: a map (expected: a list of results)");
  }

  @Test
  void readsSuggestedValuesOfOlderFunctions() {
    var list =
        ResourceList.parse(
            """
            kind: ResourceList
            items: []
            results:
            - message: one
              resourceRef: {apiVersion: v1, kind: A, metadata: {name: a, namespace: b}}
              field: {path: p, currentValue: "200", suggestedValue: "2"}
            """);
    Result result = list.results().getFirst();
    assertThat(result.resourceRef()).isEqualTo(new ResourceRef("v1", "A", "b", "a"));
    assertThat(Objects.requireNonNull(result.field()).proposedValues()).hasToString("[\"2\"]");
  }

  @Test
  void replacesUnpairedSurrogates() {
    var list = ResourceList.parse("kind: ResourceList\nitems: []\n");
    String half = "a\ud800b";
    Result result =
        Result.error(half)
            .on(Resource.parse("{apiVersion: v1, kind: A, metadata: {name: b}}"))
            .at(half, half, Map.of("x", half))
            .tag(half, half);
    String written = list.addResults(List.of(result)).toString();
    assertThat(written)
        .contains("message: a\ufffdb", "path: a\ufffdb", "currentValue: a\ufffdb")
        .contains("proposedValue: \"{x=a\ufffdb}\"", "a\ufffdb: a\ufffdb");
    assertThat(ResourceList.parse(written).results()).hasSize(1);
    assertThat(Result.info("\ud83d\ude00\ude00\ud83d").message())
        .isEqualTo("\ud83d\ude00\ufffd\ufffd");
  }

  @Test
  void writesValuesThatYamlCannotExpressAsText() {
    var list = ResourceList.parse("kind: ResourceList\nitems: []\n");
    Result result = Result.info("far").on(ITEM).at("spec.url", URI.create("http://a/"));
    assertThat(list.addResults(List.of(result)).toString()).contains("currentValue: http://a/");
  }
}
