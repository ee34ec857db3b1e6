package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.node.Node;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionConfigTest {
  private static final String CONFIG_MAP =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cfg\ndata:\n";
  private static final String OWN =
      "apiVersion: example.com/v1\nkind: Own\nmetadata:\n  name: cfg\n";

  enum Mode {
    MUST_HAVE,
    MAY_HAVE
  }

  record Port(String name, int number) {
    Port {
      BadInput.unless(number > 0, "number", number, "a positive number");
    }
  }

  record All(
      String text,
      int small,
      long big,
      BigInteger huge,
      double fraction,
      BigDecimal exact,
      boolean yes,
      Mode mode,
      List<String> words,
      Map<String, Integer> numbers,
      List<Port> ports,
      Node any) {}

  record Few(
      @Default("d") String text,
      @Default("7") int number,
      @Default("[a, b]") List<String> words,
      @Nullable String nothing,
      Optional<Integer> perhaps,
      Map<String, String> map) {}

  record Labels(@ConfigMapData Map<String, String> labels, List<String> fields) {
    Labels {
      BadInput.unless(!labels.isEmpty(), "labels", labels, "at least one");
      BadInput.unless(
          !labels.getOrDefault("app", "").equals("bad"), "labels.app", labels.get("app"), "good");
    }
  }

  record Named(@Key("by-value") String byValue, @Key("by-path") @Nullable String byPath) {
    Named {
      BadInput.unless(!byValue.isEmpty(), "byValue", byValue, "a text");
    }
  }

  record Required(String name) {}

  record Nothing() {}

  record Chain(String name, @Nullable Chain next) {}

  record Unfit(Thread thread) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: ResourceList\nitems: []\n",
        "kind: ResourceList\nitems: []\nfunctionConfig:\n",
        "kind: ResourceList\nitems: []\nfunctionConfig: {}\n",
        "kind: ResourceList\nitems: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: function-input, annotations: {a: b}}, data: {}}\n",
        "kind: ResourceList\nitems: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: function-input}}\n"
      })
  void isAbsentWithoutConfiguration(String list) {
    FunctionConfig config = ResourceList.parse(list).functionConfig();
    assertThat(config.isAbsent()).isTrue();
    assertThat(config.data()).isEmpty();
    assertThat(config.bind(Few.class))
        .isEqualTo(new Few("d", 7, List.of("a", "b"), null, Optional.empty(), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: function-input}, data: {a: b}}",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: other}, data: {}}"
      })
  void isPresentWithConfiguration(String config) {
    assertThat(FunctionConfig.parse(config).isAbsent()).isFalse();
  }

  @Test
  void bindsAKindOfItsOwn() {
    var config =
        FunctionConfig.parse(
            OWN
                + """
                text: "1"
                small: 0x10
                big: 9223372036854775807
                huge: 9223372036854775808
                fraction: 1e3
                exact: 1.20
                yes: true
                mode: may-have
                words: [a, b]
                numbers: {one: 1}
                ports:
                - {name: http, number: 80}
                any: {what: ever}
                """);
    All all = config.bind(All.class);
    assertThat(all)
        .usingRecursiveComparison()
        .ignoringFields("any")
        .isEqualTo(
            new All(
                "1",
                16,
                Long.MAX_VALUE,
                new BigInteger("9223372036854775808"),
                1000,
                new BigDecimal("1.20"),
                true,
                Mode.MAY_HAVE,
                List.of("a", "b"),
                Map.of("one", 1),
                List.of(new Port("http", 80)),
                all.any()));
    assertThat(all.any().find("what").orElseThrow().text()).isEqualTo("ever");
  }

  @Test
  void readsTheTextsOfAConfigMapAsTheTypesAsk() {
    var config =
        FunctionConfig.parse(
            CONFIG_MAP
                + """
                  text: 12
                  small: "16"
                  big: "1"
                  huge: '2'
                  fraction: "0.5"
                  exact: "1.20"
                  yes: "true"
                  mode: must-have
                  words: "[a, 1]"
                  numbers: "one: 1"
                  ports: |
                    - name: http
                      number: 80
                  any: x
                """);
    All all = config.bind(All.class);
    assertThat(all.text()).isEqualTo("12");
    assertThat(all.small()).isEqualTo(16);
    assertThat(all.exact()).isEqualTo(new BigDecimal("1.20"));
    assertThat(all.yes()).isTrue();
    assertThat(all.words()).containsExactly("a", "1");
    assertThat(all.numbers()).containsEntry("one", 1);
    assertThat(all.ports()).containsExactly(new Port("http", 80));
    assertThat(all.any().text()).isEqualTo("x");
  }

  @Test
  void givesAllDataToTheComponentThatTakesIt() {
    assertThat(FunctionConfig.parse(CONFIG_MAP + "  app: web\n  fields: x\n").bind(Labels.class))
        .isEqualTo(new Labels(Map.of("app", "web", "fields", "x"), List.of()));
    assertThat(FunctionConfig.parse(OWN + "labels: {app: web}\n").bind(Labels.class))
        .isEqualTo(new Labels(Map.of("app", "web"), List.of()));
  }

  @Test
  void bindsFieldsWhoseNamesAreNotJavaNames() {
    assertThat(FunctionConfig.parse(CONFIG_MAP + "  by-value: x\n").bind(Named.class))
        .isEqualTo(new Named("x", null));
  }

  @Test
  void bindsRecordsOfTheirOwnKind() {
    var config = FunctionConfig.parse(OWN + "name: a\nnext: {name: b}\n");
    assertThat(config.bind(Chain.class)).isEqualTo(new Chain("a", new Chain("b", null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: 1|name: 1 (expected: a text: put it in quotes) at line 5, column 7",
        "name: [a]|name: a list (expected: a text) at line 5, column 7",
        "name:|name: missing (expected: a text) at line 1, column 1",
        "nmae: x|nmae: unknown field (expected: name) at line 5, column 1"
      })
  void refusesInvalidValuesWithTheirPosition(String field, String message) {
    var config = FunctionConfig.parse(OWN + field + "\n");
    assertThatThrownBy(() -> config.bind(Required.class))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "number: x|number: \"x\" (expected: an integer) at line 5, column 9",
        "number: 2147483648|number: 2147483648 (expected: an integer from -2147483648 to 2147483647) at line 5, column 9",
        "number: 1.5|number: 1.5 (expected: an integer) at line 5, column 9",
        "words: a|words: \"a\" (expected: a list) at line 5, column 8",
        "words: [a, 2]|words[1]: 2 (expected: a text: put it in quotes) at line 5, column 12",
        "map: {a.b: 1}|`map[\"a.b\"]: 1 (expected: a text: put it in quotes) at line 5, column 12`",
        "map: 1|map: 1 (expected: a map) at line 5, column 6",
        "more: 1|more: unknown field (expected: one of text, number, words, nothing, perhaps, map) at line 5, column 1"
      })
  void namesThePathOfAnInvalidValue(String field, String message) {
    var config = FunctionConfig.parse(OWN + field + "\n");
    assertThatThrownBy(() -> config.bind(Few.class)).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "number: x|data.number: \"x\" (expected: an integer) at line 6, column 11",
        "`words: '[a'`|data.words",
        "more: x|data.more: unknown field"
      })
  void namesThePathInAConfigMap(String field, String message) {
    var config = FunctionConfig.parse(CONFIG_MAP + "  " + field + "\n");
    assertThatThrownBy(() -> config.bind(Few.class)).hasMessageStartingWith(message);
  }

  @Test
  void addsThePositionIfARecordRefusesAValue() {
    record Ports(List<Port> ports) {}
    var ports = FunctionConfig.parse(OWN + "ports:\n- {name: a, number: 0}\n");
    assertThatThrownBy(() -> ports.bind(Ports.class))
        .hasMessage("ports[0].number: 0 (expected: a positive number) at line 6, column 21");
    var labels = FunctionConfig.parse(CONFIG_MAP + "  app: bad\n");
    assertThatThrownBy(() -> labels.bind(Labels.class))
        .hasMessage("data.app: \"bad\" (expected: good) at line 6, column 8");
    var named = FunctionConfig.parse(CONFIG_MAP + "  by-value: ''\n");
    assertThatThrownBy(() -> named.bind(Named.class))
        .hasMessage("data.by-value: \"\" (expected: a text) at line 6, column 13");
    assertThatThrownBy(() -> FunctionConfig.absent().bind(Labels.class))
        .hasMessage("labels: an empty map (expected: at least one)");
  }

  @Test
  void namesTheConstantsOfAnEnum() {
    record Moded(Mode mode) {}
    var config = FunctionConfig.parse(OWN + "mode: no\n");
    assertThatThrownBy(() -> config.bind(Moded.class))
        .hasMessage("mode: \"no\" (expected: one of must-have, may-have) at line 5, column 7");
  }

  @Test
  void namesAMissingFieldWithoutConfiguration() {
    assertThatThrownBy(() -> FunctionConfig.absent().bind(Required.class))
        .hasMessage("name: missing (expected: a text)");
    assertThat(FunctionConfig.absent().bind(Nothing.class)).isEqualTo(new Nothing());
  }

  @Test
  void givesTheDataOfAConfigMapAsText() {
    assertThat(FunctionConfig.parse(CONFIG_MAP + "  b: 0x10\n  a: yes\n  n:\n").data())
        .containsExactly(Map.entry("b", "0x10"), Map.entry("a", "yes"), Map.entry("n", ""));
  }

  @Test
  void refusesDataThatIsNoText() {
    assertThatThrownBy(() -> FunctionConfig.parse(CONFIG_MAP + "  a: [b]\n").data())
        .hasMessage("data.a: a list (expected: a text) at line 6, column 6");
    assertThatThrownBy(() -> FunctionConfig.parse(OWN).data())
        .hasMessageStartingWith("kind: example.com/v1 Own (expected: v1 ConfigMap)");
  }

  @Test
  void namesTypesThatCannotBeBound() {
    assertThatThrownBy(() -> FunctionConfig.absent().bind(Unfit.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Thread");
    assertThatThrownBy(() -> FunctionConfig.absent().bind(String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no record");
  }
}
