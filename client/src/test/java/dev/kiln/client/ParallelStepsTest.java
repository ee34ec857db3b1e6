package dev.kiln.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.client.steps.FolderScope;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.kind.named.NamedFunction;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of folders that have no file in common. */
class ParallelStepsTest {
  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder =
        new Folder(temp.resolve("package"))
            .withMap("a/x.yaml", "x", "1")
            .withMap("b/y.yaml", "y", "1");
  }

  /** A function of this process that replaces text. */
  private static Runner replacing(String from, String to, Runnable first) {
    return new Runner() {
      @Override
      public Outcome run(Invocation in) {
        first.run();
        String text = in.list().toString().replace(from, to);
        return Outcome.of(new Ending.Done(), ResourceList.parse(text), List.of());
      }

      @Override
      public boolean waits() {
        return true;
      }
    };
  }

  private Run run(Runner inA, Runner inB, RunOptions options) {
    var functions = List.of(registered("f", inA), registered("g", inB));
    var steps =
        List.of(
            Step.of(new NamedFunction("f")).withScope(new FolderScope("a")),
            Step.of(new NamedFunction("g")).withScope(new FolderScope("b")));
    try (var opened = Functions.open(ExecutionOptions.local().withFunctions(functions))) {
      return opened.run(folder.read(), steps, options);
    }
  }

  private static RegisteredFunction registered(String name, Runner runner) {
    return RegisteredFunction.of(name, List.of(), (_, _) -> false, runner);
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void runSideBySide() {
    var barrier = new CyclicBarrier(2); // which one behind the other could not pass
    Runner meeting = replacing("a: 1", "a: 2", () -> meet(barrier));

    Run run = run(meeting, meeting, RunOptions.defaults());

    assertThat(run.isSuccess()).isTrue();
  }

  @Test
  void failSideBySideAsOneByOne() {
    var thrown = new IllegalArgumentException("never");
    RunListener throwing =
        new RunListener() {
          @Override
          public void stepStarted(Step step) {
            throw thrown;
          }

          @Override
          public void stepFinished(StepRun run) {}
        };
    Runner same = replacing("", "", () -> {});

    assertThatThrownBy(() -> run(same, same, RunOptions.defaults().withListener(throwing)))
        .isSameAs(thrown);
  }

  @Test
  void runAgainIfAnItemWasMovedToThem() {
    var runs = new AtomicInteger();

    Run run =
        run(
            replacing("'a/x.yaml'", "'b/x.yaml'", () -> {}),
            replacing("a: 1", "a: 2", runs::incrementAndGet),
            RunOptions.defaults());

    assertThat(run.steps().get(1).itemCount()).isEqualTo(2);
    assertThat(runs).hasValue(2);
  }

  @Test
  void runOnceIfTheyAreProgramsWhichReachMoreThanTheirList() throws IOException {
    Path runs = temp.resolve("runs");
    String counting = "echo run >>" + runs + "; sed 's/a: 1/a: 2/'";

    Run run =
        folder.run(
            Step.of(folder.program("move", "sed \"s#'a/x.yaml'#'b/x.yaml'#\""))
                .withScope(new FolderScope("a")),
            Step.of(folder.program("set", counting)).withScope(new FolderScope("b")));

    assertThat(run.steps().get(1).itemCount()).isEqualTo(2);
    assertThat(folder.file("b/x.yaml")).contains("a: 2");
    assertThat(Files.readString(runs, StandardCharsets.UTF_8)).isEqualTo("run\n");
  }
}
