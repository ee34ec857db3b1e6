package dev.kiln.fn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Resource;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functionConfig of a function that the command line names. */
class SpecArgumentsIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("a.yaml");
  }

  @Test
  @DisplayName(
      "If key-value pairs are provided after a -- argument, then a ConfigMap will be generated with"
          + " these values as data elements, and the ConfigMap will be set as the functionConfig")
  void pairsAreDataOfAConfigMap() throws Exception {
    assertThat(config("--", "a=b", "c=d"))
        .isEqualTo(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: function-input
            data:
              a: b
              c: d
            """);
  }

  @Test
  @DisplayName("functionConfig: apiVersion: v1, kind: ConfigMap, spec: a: b")
  void pairsAreSpecOfAConfigMapIfOneSaysSo() throws Exception {
    assertThat(config("--args-field", "spec", "--", "a=b")).contains("spec:\n  a: b\n");
  }

  @Test
  @DisplayName(
      "If the first argument after -- is not a key=value pair, it will be used as the functionConfig"
          + " type: kind: Foo, spec: a: b")
  void aFirstWordIsAKind() throws Exception {
    assertThat(config("--", "Foo", "a=b", "c=d"))
        .isEqualTo(
            """
            apiVersion: v1
            kind: Foo
            metadata:
              name: function-input
            spec:
              a: b
              c: d
            """);
  }

  @Test
  void aFirstWordCanNameGroupAndVersion() throws Exception {
    assertThat(config("--", "fn.example.com/v1alpha1/Foo", "a=b"))
        .startsWith("apiVersion: fn.example.com/v1alpha1\nkind: Foo\n");
  }

  @Test
  void pairsOfAKindAreDataIfOneSaysSo() throws Exception {
    assertThat(config("--args-field=data", "--", "Foo", "a=b")).contains("data:\n  a: b\n");
  }

  @Test
  @DisplayName("Functions may optionally be configured")
  void withoutArgumentsItIsTheEmptyConfigMapOfOthers() throws Exception {
    project.runSeeing().well();

    assertThat(project.seen("it").toString())
        .contains(
            "functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n",
            "name: function-input\n",
            "data: {}");
  }

  /** kustomize and kpt 0.x make a number of the first, and cut the second. */
  @Test
  void valuesAreTextAndBeginBehindTheFirstEqualsSign() throws Exception {
    Resource config = configured("--", "n=1", "t=true", "e=", "u=x=y", "z=080", "s=a b: c");

    assertThat(config.node().find("data").orElseThrow().entries())
        .extracting(entry -> entry.name() + " " + entry.value().string().orElse("no text"))
        .containsExactly("n 1", "t true", "e ", "u x=y", "z 080", "s a b: c");
  }

  @ParameterizedTest
  @CsvSource({
    "a=b c, 'argument \"c\" has no ='",
    "a=b a=c, 'argument \"a=c\" is the second value of a'",
    "=c, 'argument \"=c\" has no key'",
    "not/a/kind/at-all a=b, 'argument \"not/a/kind/at-all\" is neither a value nor a kind'"
  })
  void refusesArgumentsThatAreNeither(String words, String why) throws Exception {
    assertThat(
            refused(
                Stream.concat(Stream.of("--"), Stream.of(words.split(" "))).toArray(String[]::new)))
        .contains(why);
  }

  @Test
  void aFileCanBeTheConfiguration() throws Exception {
    project.write(
        "config.yaml", "apiVersion: x/v1\nkind: Foo\nmetadata: {name: own} # mine\nn: 080\n");

    assertThat(configured("--fn-config", "config.yaml").toString()).contains("# mine\n", "n: 080");
  }

  @ParameterizedTest
  @CsvSource({
    "'', config.yaml",
    "'a: b', config.yaml:1:1",
    "'kind: Foo\n---\nkind: Bar', config.yaml:",
    "'[', config.yaml:1:"
  })
  void refusesAFileThatIsNoObject(String text, String place) throws Exception {
    project.write("config.yaml", text);

    assertThat(refused("--fn-config", "config.yaml")).startsWith("error: ").contains(place);
  }

  @Test
  void refusesBothAFileAndArguments() throws Exception {
    project.write("config.yaml", TestItems.config("c"));

    assertThat(refused("--fn-config", "config.yaml", "--", "a=b"))
        .contains("--fn-config and arguments behind -- are both given");
  }

  @Test
  void refusesArgumentsForFunctionsThatAreDeclared() throws Exception {
    project.declaring("fn.yaml");

    var ended = project.runDeclared("--", "a=b");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("arguments behind -- without a function they are for");
  }

  @Test
  void refusesAnUnknownFieldForArguments() throws Exception {
    assertThat(refused("--args-field", "status", "--", "a=b")).contains("status", "data, spec");
  }

  private String refused(String... args) throws Exception {
    var ended = project.runSeeing(args);
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(project.files()).isEqualTo(Map.of("a.yaml", TestItems.config("a")));
    return ended.err();
  }

  private String config(String... args) throws Exception {
    return new String(configured(args).node().document(), UTF_8);
  }

  private Resource configured(String... args) throws Exception {
    project.runSeeing(args).well();
    return project.seen("it").functionConfig().resource().orElseThrow();
  }
}
