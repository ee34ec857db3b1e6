package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.client.steps.FolderScope;
import dev.kiln.client.steps.ResourceSelector;
import dev.kiln.client.steps.Selection;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.runtime.kind.named.NamedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which neighbours go as one call; that these calls are right is tested with hosts. */
class ScopeBatchTest {
  private static final Step ONE = Step.of(ImageFunction.of("example.com/one"));
  private static final Step TWO = Step.of(ImageFunction.of("example.com/two"));
  private static final Step NAMED = Step.of(new NamedFunction("set-labels"));
  private static final Step PROGRAM = Step.of(ProgramFunction.of(List.of("./program"), List.of()));

  /** The neighbours of each call. */
  private static List<List<Step>> calls(String host, RunOptions options, Step... steps) {
    return calls(FolderScope.ALL, host, options, steps);
  }

  private static List<List<Step>> calls(
      FolderScope scope, String host, RunOptions options, Step... steps) {
    try (var functions = Functions.open(ExecutionOptions.onHost(host))) {
      var stretch = new ScopeBatch(functions, options, scope, 0, List.of(steps));
      var calls = new ArrayList<List<Step>>();
      for (int at = 0; at < steps.length; at += calls.getLast().size()) {
        calls.add(stretch.nextCall(at));
      }
      return calls;
    }
  }

  private static List<List<Step>> calls(Step... steps) {
    return calls("grpc://localhost:1", RunOptions.defaults(), steps);
  }

  @Test
  void takesAllThatAHostHas() {
    assertThat(calls(ONE, TWO, NAMED)).containsExactly(List.of(ONE, TWO, NAMED));
  }

  @Test
  void takesThoseOnBothSidesOfAProgram() {
    assertThat(calls(ONE, TWO, PROGRAM, PROGRAM, NAMED, ONE, TWO))
        .containsExactly(
            List.of(ONE, TWO), List.of(PROGRAM), List.of(PROGRAM), List.of(NAMED, ONE, TWO));
  }

  @Test
  void takesEachAloneThatHasSelectors() {
    var maps = new ResourceSelector("", "ConfigMap", "", "", Map.of(), Map.of());
    Step other = TWO.withSelection(new Selection(maps, ResourceSelector.ANY));
    assertThat(calls(ONE, TWO, other, other, ONE))
        .containsExactly(List.of(ONE, TWO), List.of(other), List.of(other), List.of(ONE));
  }

  @Test
  void takesEachAloneOfAFolder() {
    assertThat(
            calls(new FolderScope("folder"), "grpc://localhost:1", RunOptions.defaults(), ONE, TWO))
        .containsExactly(List.of(ONE), List.of(TWO));
  }

  @Test
  void takesEachAloneThatIsToBeSeen() {
    assertThat(calls("grpc://localhost:1", RunOptions.defaults().withExplain(true), ONE, TWO))
        .containsExactly(List.of(ONE), List.of(TWO));
  }

  @Test
  void takesEachAloneOverHttp() {
    assertThat(calls("http://localhost:1", RunOptions.defaults(), ONE, TWO))
        .containsExactly(List.of(ONE), List.of(TWO));
  }
}
