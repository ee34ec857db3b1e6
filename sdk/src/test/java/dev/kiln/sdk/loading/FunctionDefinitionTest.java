package dev.kiln.sdk.loading;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.SetLabels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionDefinitionTest {
  private static final FunctionDefinition DEFINITION = FunctionDefinition.of(SetLabels.class);

  @Test
  void readsNameKindAndDescription() {
    assertThat(DEFINITION.name()).isEqualTo("set-labels");
    assertThat(DEFINITION.group()).isEqualTo("example.com");
    assertThat(DEFINITION.kind()).isEqualTo("SetLabels");
    assertThat(DEFINITION.description()).isEqualTo("Puts labels on every item.");
  }

  @Test
  void namesTheImagesItStandsInFor() {
    assertThat(DEFINITION.images())
        .containsExactly(
            "example.com/fn/set-labels:v1", "example.com/fn/labels", "example.com/fn/set-labels");
  }

  @Test
  void namesTheAcceptedTypes() {
    assertThat(DEFINITION.configTypes())
        .containsExactly(
            "example.com/v1/SetLabels",
            "example.com/v1beta1/SetLabels",
            "example.com/*/Labels",
            "v1/ConfigMap");
  }

  @ParameterizedTest
  @CsvSource({
    "example.com/v1,SetLabels,true",
    "example.com/v2,SetLabels,false",
    "example.com/v7,Labels,true",
    "example.com/v1/x,Labels,false",
    "v1,ConfigMap,true",
    "v1,Labels,false"
  })
  void isNamedByTheTypesItTakes(String apiVersion, String kind, boolean named) {
    assertThat(DEFINITION.namesConfigType(apiVersion, kind)).isEqualTo(named);
  }

  @Test
  void acceptsNoConfigMapIfTheDefinitionForbidsIt() {
    String text = DEFINITION.node().toString();
    var other =
        FunctionDefinition.parse(
            text.replace("config-types: example.com/*/Labels", "config-map: 'false'")
                .getBytes(UTF_8));
    assertThat(other.configTypes()).doesNotContain("v1/ConfigMap");
  }

  @Test
  void readsEachVersion() {
    var first = DEFINITION.versions().getFirst();
    assertThat(first.name()).isEqualTo("v1");
    assertThat(first.specVersions()).containsExactly("v2", "v1");
    assertThat(first.isIdempotent()).isTrue();
    assertThat(first.schema()).isPresent();
    assertThat(DEFINITION.versions().getLast().specVersions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: KRMFunctionDefinition|kind: Other|kind: \"Other\" (expected: KRMFunctionDefinition)",
        "config.kubernetes.io/v1alpha1|v1|apiVersion: \"v1\" (expected: config.kubernetes.io/v1alpha1)",
        "name: set-labels|nmae: x|metadata.name: missing (expected: a text)",
        "publisher:|group:|duplicate key"
      })
  void refusesTextThatIsNotADefinition(String good, String bad, String message) {
    byte[] text = DEFINITION.node().toString().replaceFirst(good, bad).getBytes(UTF_8);
    assertThatThrownBy(() -> FunctionDefinition.parse(text))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void namesTheMissingFile() {
    assertThatThrownBy(() -> FunctionDefinition.of(FunctionDefinitionTest.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("dev/kiln/sdk/loading/FunctionDefinitionTest.yaml");
  }
}
