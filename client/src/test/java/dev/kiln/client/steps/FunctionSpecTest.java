package dev.kiln.client.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.runtime.kind.named.NamedFunction;
import dev.kiln.runtime.kind.remote.RemoteFunction;
import dev.kiln.runtime.kind.starlark.StarlarkScript;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionSpecTest {
  @Test
  void refusesAnImageThatAnEngineWouldReadAsAnOption() {
    assertThatThrownBy(() -> ImageFunction.of("--privileged"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"--privileged\"");
  }

  @Test
  void refusesAProgramWithoutAPath() {
    assertThatThrownBy(() -> ProgramFunction.of(List.of(), List.of()))
        .hasMessage("a program without a path (expected: a path, or a name in PATH)");
  }

  @Test
  void refusesAnAddressThatNoServerHas() {
    assertThatThrownBy(() -> RemoteFunction.at("localhost:8080"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no scheme");
  }

  @Test
  void refusesAScriptThatIsAtTwoPlaces() {
    assertThatThrownBy(() -> new StarlarkScript("a.star", "https://a/b.star", ""))
        .hasMessage("a script with both path and url (expected: one of them)");
  }

  @Test
  void isCalledWhatPeopleCallIt() {
    assertThat(
            List.of(
                ImageFunction.of("a/b:v1").label(),
                ProgramFunction.of(List.of("./fn", "-v"), List.of()).label(),
                RemoteFunction.at("http://a:1").label(),
                new NamedFunction("set-labels").label(),
                new StarlarkScript("a.star", "", "").label(),
                new StarlarkScript("a.star", "", "mine").label()))
        .containsExactly("a/b:v1", "./fn", "http://a:1", "set-labels", "a.star", "mine");
  }

  @Test
  void refusesAVariableThatIsThereTwice() {
    assertThatThrownBy(() -> ProgramFunction.of(List.of("fn"), List.of("A=1", "A")))
        .hasMessage("variable A is there twice (expected: once)");
  }

  @Test
  void refusesAVariableWithoutAName() {
    assertThatThrownBy(() -> Environment.of(List.of("=1"), Map.of()))
        .hasMessage("variable \"=1\" has no name (expected: NAME=value, or NAME for the caller's)");
  }

  @Test
  void takesTheCallersValueOfAVariableThatIsNamedOnly() {
    assertThat(Environment.of(List.of("A", "B=b=2", "C="), Map.of("A", "1", "D", "4")).values())
        .isEqualTo(Map.of("A", "1", "B", "b=2", "C", ""));
  }

  @Test
  void tellsWhichVariablesTheCallerDoesNotHave() {
    assertThat(Environment.of(List.of("A", "B=2"), Map.of()).absent()).containsExactly("A");
  }

  @Test
  void letsTheLaterOfTwoVariablesCount() {
    assertThat(Environment.of(List.of("A=1", "A=2"), Map.of()).values()).containsEntry("A", "2");
  }
}
