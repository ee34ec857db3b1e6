package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.sdk.FunctionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void areAConfigMapWithData() {
    assertThat(Arguments.read(List.of("namespace=prod", "url=http://a?b=c", "empty=")))
        .hasToString(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: function-input
            data:
              namespace: prod
              url: http://a?b=c
              empty: ""
            """);
  }

  @Test
  void stayTextHoweverTheyLook() {
    assertThat(Arguments.read(List.of("a=5", "b=true", "c=null", "d=1e3", "e=yes", "f= x", "1=#")))
        .hasToString(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: function-input
            data:
              a: "5"
              b: "true"
              c: "null"
              d: "1e3"
              e: "yes"
              f: " x"
              "1": "#"
            """);
  }

  @Test
  void areTheSpecOfAKind() {
    assertThat(Arguments.read(List.of("Foo", "a=b")))
        .hasToString(
            """
            apiVersion: v1
            kind: Foo
            metadata:
              name: function-input
            spec:
              a: b
            """);
  }

  @Test
  void haveTheApiVersionThatIsGivenWithTheKind() {
    assertThat(Arguments.read(List.of("example.com/v1alpha1/Foo", "a=b")).apiVersion())
        .isEqualTo("example.com/v1alpha1");
    assertThat(Arguments.read(List.of("v2/Foo")).apiVersion()).isEqualTo("v2");
  }

  @Test
  void areDataOfAConfigMapThatIsNamed() {
    assertThat(Arguments.read(List.of("v1/ConfigMap", "a=b")).text("data.a")).contains("b");
  }

  @Test
  void goWhereTheyAreTold() {
    assertThat(Arguments.read(List.of("Foo", "a=b"), "data").text("data.a")).contains("b");
    assertThat(Arguments.read(List.of("a=b"), "spec").text("spec.a")).contains("b");
  }

  @Test
  void areNoConfigurationIfThereAreNone() {
    assertThat(FunctionConfig.of(Arguments.read(List.of())).isAbsent()).isTrue();
  }

  @Test
  void refuseAWordWithoutAValue() {
    assertThatThrownBy(() -> Arguments.read(List.of("a=b", "Foo")))
        .isInstanceOf(InvalidDeclarationException.class)
        .hasMessage("argument \"Foo\" has no = (expected: key=value)");
  }

  @Test
  void refuseAWordWithoutAKey() {
    assertThatThrownBy(() -> Arguments.read(List.of("=b")))
        .hasMessage("argument \"=b\" has no key (expected: key=value)");
  }

  @Test
  void refuseAKeyThatIsThereTwice() {
    assertThatThrownBy(() -> Arguments.read(List.of("a=b", "a=b")))
        .hasMessage("argument \"a=b\" is the second value of a (expected: each key once)");
  }

  @Test
  void refuseAFirstWordThatIsNoKind() {
    for (String word : List.of("--image", "a b", "a//Foo", "/Foo", "a/b/c/Foo", "Foo/", "")) {
      assertThatThrownBy(() -> Arguments.read(List.of(word, "a=b")))
          .hasMessage(
              "argument \"%s\" is neither a value nor a kind (expected: key=value, or first of all Kind"
                  + " or group/version/Kind)",
              word);
    }
  }

  @Test
  void refuseAFieldThatNoFunctionReads() {
    assertThatThrownBy(() -> Arguments.read(List.of("a=b"), "metadata"))
        .hasMessage("field \"metadata\" for arguments (expected: data, spec)");
  }
}
