package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceListTest {
  private static final String LIST =
      """
      # who wrote this
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList   # a list
      extra: {kept: as it is}
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one # the first
        data: {a: "1"}

      # the second
      - apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: two
          labels:
            app: two
        spec:
          replicas: 3
      - apiVersion: v1
        kind: Service
        metadata: {name: three, namespace: there}
      results:
      - message: from before
        severity: warning
        odd: field
      """;

  @Test
  void acceptsAParsedTree() {
    assertThat(ResourceList.parse(Yaml.parse(LIST))).hasToString(LIST);
    Node several = Yaml.parse("kind: ResourceList\nkind: ResourceList\nitems: []\n");
    assertThatThrownBy(() -> ResourceList.parse(several))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("duplicate key");
  }

  @Test
  void isTheInputByteForByteIfNothingChanged() {
    byte[] input = ("\uFEFF" + LIST.replace("\n", "\r\n")).getBytes(UTF_8);
    assertThat(ResourceList.parse(input).mapItems(item -> item).bytes()).isEqualTo(input);
  }

  @Test
  void readsItsItems() {
    assertThat(ResourceList.parse(LIST).items())
        .extracting(Resource::name)
        .containsExactly("one", "two", "three");
  }

  @Test
  void makesEachItemOnce() {
    var list = ResourceList.parse(LIST);
    assertThat(list.items().get(1)).isSameAs(list.items().get(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1", "v2alpha1", "v2beta1", "v2"})
  void answersInTheVersionAskedWith(String version) {
    var list = ResourceList.parse(LIST.replace("io/v1", "io/" + version));
    assertThat(list.apiVersion()).isEqualTo("config.kubernetes.io/" + version);
  }

  @Test
  void readsAListWithoutVersionAsVersion1() {
    var list = ResourceList.parse("kind: ResourceList\nitems: []\n");
    assertThat(list.apiVersion()).isEqualTo("config.kubernetes.io/v1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`kind: ResourceList`|`items: missing (expected: a list of objects) at line 1, column 1`",
        "`kind: ResourceList\nitems:`|`items: null (expected: a list of objects) at line 2, column 7`",
        "`kind: ResourceList\nitems: hello`|`items: \"hello\" (expected: a list of objects) at line 2, column 8`",
        "`kind: ResourceList\nitems: {}`|`items: an empty map (expected: a list of objects) at line 2, column 8`",
        "`kind: ResourceList\nitems: [{}, 3]`|`items[1]: 3 (expected: an object) at line 2, column 13`",
        "`items: []`|`kind: missing (expected: ResourceList) at line 1, column 1`",
        "`kind: List\nitems: []`|`kind: \"List\" (expected: ResourceList) at line 1, column 7`",
        "`kind: ResourceList\nitems: []\nresults: no`|`results: \"no\" (expected: a list of results) at line 3, column 10`",
        "`kind: ResourceList\nitems: []\nfunctionConfig: no`|`functionConfig: \"no\" (expected: an object) at line 3, column 17`",
        "`kind: ResourceList\nitems: []\napiVersion: v1`|`apiVersion: \"v1\" (expected: config.kubernetes.io/v1, v1beta1, v2alpha1, v2beta1 or v2) at line 3, column 13`",
        "`- a`|`a list (expected: a ResourceList) at line 1, column 1`",
        "`# nothing here`|`nothing (expected: a ResourceList)`",
        "``|`nothing (expected: a ResourceList)`"
      })
  void refusesTextThatIsNotAResourceList(String text, String message) {
    assertThatThrownBy(() -> ResourceList.parse(text))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
  }

  @Test
  void refusesDuplicateKeysAndNamesBothLines() {
    assertThatThrownBy(
            () ->
                ResourceList.parse(LIST.replace("    name: two\n", "    name: two\n    name: 2\n")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("\"name\"")
        .hasMessageContaining("line 16")
        .hasMessageContaining("line 17");
  }

  @Test
  void refusesASecondDocument() {
    assertThatThrownBy(() -> ResourceList.parse(LIST + "---\na: b\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("document");
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] bytes = LIST.getBytes(UTF_8);
    bytes[4] = (byte) 0xff;
    assertThatThrownBy(() -> ResourceList.parse(bytes))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("line 1");
  }

  @Test
  void changesTheLinesOfAnEditedFieldOnly() {
    var list = ResourceList.parse(LIST);
    assertThat(
            list.mapItems(
                    item ->
                        item.kind().equals("Deployment")
                            ? item.edit(e -> e.set("spec.replicas", 4))
                            : item)
                .toString())
        .isEqualTo(LIST.replace("replicas: 3", "replicas: 4"));
  }

  @Test
  void deletesItemsAndKeepsTheOthersAsTheyAre() {
    var left = ResourceList.parse(LIST).filterItems(item -> !item.kind().equals("Deployment"));
    String second =
        LIST.substring(
            LIST.indexOf("# the second"), LIST.indexOf("- apiVersion: v1\n  kind: Service"));
    assertThat(left.toString().replace("\n\n", "\n"))
        .isEqualTo(LIST.replace(second, "").replace("\n\n", "\n"));
  }

  @Test
  void deletesAllItems() {
    var none = ResourceList.parse(LIST).filterItems(_ -> false);
    assertThat(ResourceList.parse(none.bytes()).items()).isEmpty();
    assertThat(none.toString()).contains("items: []").contains("extra: {kept: as it is}");
  }

  @Test
  void addsItemsAtTheEndInTheListsStyle() {
    var more =
        ResourceList.parse(LIST).add(Resource.parse("kind: New\nmetadata:\n    name: four # 4\n"));
    assertThat(more.toString())
        .isEqualTo(
            LIST.replace(
                "results:\n", "- kind: New\n  metadata:\n      name: four # 4\nresults:\n"));
  }

  @Test
  void movesItemsWithTheirText() {
    var list = ResourceList.parse(LIST);
    var turned = list.withItems(list.items().reversed());
    assertThat(ResourceList.parse(turned.bytes()).items())
        .extracting(Resource::name)
        .containsExactly("three", "two", "one");
    assertThat(turned.toString()).contains("name: one # the first", "data: {a: \"1\"}");
  }

  @Test
  void changesDeletesMovesAndAddsAtOnce() {
    var list = ResourceList.parse(LIST);
    var items =
        List.of(
            list.items().get(2).withLabel("new", "yes"),
            Resource.parse("{kind: New, metadata: {name: four}}"),
            list.items().getFirst(),
            list.items().getFirst());
    var again = ResourceList.parse(list.withItems(items).bytes());
    assertThat(again.items())
        .extracting(Resource::name)
        .containsExactly("three", "four", "one", "one");
    assertThat(again.items().getFirst().labels()).containsExactlyEntriesOf(Map.of("new", "yes"));
  }

  @Test
  void isTheInputIfItemsComeBackAsTheyWere() {
    var list = ResourceList.parse(LIST);
    assertThat(list.withItems(List.copyOf(list.items()))).isSameAs(list);
    assertThat(list.mapItems(item -> item)).isSameAs(list);
    assertThat(list.filterItems(_ -> true).add().addResults(List.of())).isSameAs(list);
  }

  @Test
  void addsResultsAfterTheExistingOnes() {
    var list = ResourceList.parse(LIST).addResults(List.of(Result.info("new")));
    assertThat(list.toString()).isEqualTo(LIST + "- message: new\n  severity: info\n");
    assertThat(list.results()).extracting(Result::message).containsExactly("from before", "new");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "functionConfig: {a: b} # c\n# end\n",
        "results:\n- message: old\n",
        "results: # r\n\n  - message: old\n    # below\nother: |+\n  a\n\n",
        "results: []",
        "other: |-\n  a",
      })
  void writesChangedItemsAndResultsAsOneAfterTheOther(String end) {
    for (String item : List.of("{kind: a}\n", "\n    kind: a\n    text: |+\n      b\n\n")) {
      var list = ResourceList.parse("kind: ResourceList\nitems:\n  - " + item + end);
      var changed = list.mapItems(each -> each.withName("long name"));
      List<Result> results = List.of(Result.info("new"), Result.error("bad"));
      assertThat(changed.addResults(results).toString())
          .isEqualTo(ResourceList.parse(changed.bytes()).addResults(results).toString());
    }
  }

  @Test
  void addsTheFieldForResultsIfThereIsNone() {
    var list = ResourceList.parse("kind: ResourceList\nitems: [] # none yet\n");
    assertThat(list.addResults(List.of(Result.error("bad"))).toString())
        .isEqualTo(
            """
            kind: ResourceList
            items: [] # none yet
            results:
            - message: bad
              severity: error
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "v1beta1,proposedValue: 1337",
    "v1,proposedValue: 1337",
    "v2alpha1,'proposedValues: [1337, 4242]'",
    "v2,'proposedValues: [1337, 4242]'"
  })
  void writesProposedValuesAsItsVersionHasThem(String version, String written) {
    var list = ResourceList.parse(LIST.replace("io/v1", "io/" + version));
    var result = Result.error("no").on(list.items().getFirst()).at("a", null, 1337, 4242);
    var added = ResourceList.parse(list.addResults(List.of(result)).bytes());
    assertThat(Yaml.parse(written).hasSameValueAs(field(added))).isTrue();
    assertThat(Objects.requireNonNull(added.results().getLast().field()).proposedValues())
        .hasSize(written.contains("Values") ? 2 : 1);
  }

  private static Node field(ResourceList list) {
    var root = Yaml.parse(list.bytes());
    return root.find("results[1].field").orElseThrow().edit(e -> e.remove("path"));
  }

  @Test
  void writesJsonIfItWasJson() {
    String json =
        "{\"kind\":\"ResourceList\",\"items\":[{\"kind\":\"A\",\"metadata\":{\"name\":\"a\"}}]}";
    var list = ResourceList.parse(json).mapItems(item -> item.withLabel("x", "y"));
    assertThat(list.format()).isEqualTo(Format.JSON);
    assertThat(Json.toJson(Yaml.parse(list.bytes())))
        .isEqualTo(
            "{\"kind\":\"ResourceList\",\"items\":[{\"kind\":\"A\",\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}}]}");
  }

  @Test
  void convertsTextThatOnlyResemblesJson() {
    var list = ResourceList.parse("{\"kind\": 'ResourceList', items: [{a: 0644},]} # no JSON\n");
    assertThat(list.format()).isEqualTo(Format.JSON);
    assertThat(new String(list.bytes(Format.JSON), UTF_8))
        .isEqualTo("{\"kind\":\"ResourceList\",\"items\":[{\"a\":420}]}\n");
  }

  @Test
  void crossesToJsonAndBackWithItsMeaning() {
    var list = ResourceList.parse(LIST);
    var json = ResourceList.parse(list.bytes(Format.JSON));
    assertThat(json.format()).isEqualTo(Format.JSON);
    var yaml = ResourceList.parse(json.bytes(Format.YAML));
    assertThat(yaml.format()).isEqualTo(Format.YAML);
    assertThat(Yaml.parse(yaml.bytes()).hasSameValueAs(Yaml.parse(LIST))).isTrue();
  }

  @Test
  void namesTheItemThatAnExceptionCameFrom() {
    var list = ResourceList.parse(LIST);
    assertThatThrownBy(
            () ->
                list.mapItems(
                    item -> {
                      if (item.name().equals("two")) {
                        throw new IllegalStateException("boom");
                      }
                      return item;
                    }))
        .isInstanceOf(FailedItem.class)
        .hasMessageContaining("apps/v1 Deployment two")
        .hasMessageContaining("boom")
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void namesTheItemThatAStackWasTooSmallFor() {
    var list = ResourceList.parse(LIST);
    assertThatThrownBy(
            () ->
                list.mapItems(
                    _ -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(FailedItem.class)
        .hasMessageContaining("ConfigMap one");
  }

  @Test
  void writesAnItemInWhichOnlyACommentChanged() {
    var list =
        ResourceList.parse(LIST)
            .mapItems(
                item ->
                    item.name().equals("one")
                        ? item.edit(e -> e.comment("metadata.name", Comment.LINE, "now first"))
                        : item);
    assertThat(list.toString()).isEqualTo(LIST.replace("# the first", "# now first"));
    assertThat(list.add(Resource.parse("{kind: A}")).toString()).contains("# now first");
  }

  @Test
  void addsItemsToAnEmptyListAsBlocks() {
    assertThat(ResourceList.of(Resource.parse("kind: A\nmetadata:\n  name: a\n")).toString())
        .isEqualTo(
            """
            apiVersion: config.kubernetes.io/v1
            kind: ResourceList
            items:
            - kind: A
              metadata:
                name: a
            """);
    assertThat(
            ResourceList.parse("kind: ResourceList\nitems: [] # none yet\nmore: x\n")
                .add(Resource.parse("kind: A # a\n"), Resource.parse("{kind: B}"))
                .toString())
        .isEqualTo(
            """
            kind: ResourceList
            items: # none yet
            - kind: A # a
            - {kind: B}
            more: x
            """);
  }

  @Test
  void namesTheItemThatCannotBeEdited() {
    var list = ResourceList.parse(LIST);
    assertThatThrownBy(() -> list.mapItems(item -> item.edit(e -> e.set("kind.deeper", "x"))))
        .isInstanceOf(FailedItem.class)
        .hasCauseInstanceOf(BadYaml.class);
  }

  @Test
  void addsAFunctionConfig() {
    var list =
        ResourceList.of(Resource.parse("{kind: A, metadata: {name: a}}"))
            .withFunctionConfig(Resource.parse("kind: Cfg\napiVersion: x/v1\nspec: 1\n"));
    var again = ResourceList.parse(list.bytes());
    assertThat(again.functionConfig().resource().orElseThrow().kind()).isEqualTo("Cfg");
    assertThat(again.items()).extracting(Resource::name).containsExactly("a");
  }

  @Test
  void writesAPlaceholderConfiguration() {
    FunctionConfig none =
        FunctionConfig.parse(
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: function-input}, data: {}}");
    ResourceList list = ResourceList.of().withFunctionConfig(none);
    assertThat(list.functionConfig().isAbsent()).isTrue();
    assertThat(list.toString()).contains("functionConfig:", "name: function-input");
  }
}
