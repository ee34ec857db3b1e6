package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls of which each comes by at a bell of its own if it runs, and does not stay. */
final class Visits implements AutoCloseable {
  private final List<Bell> bells = new ArrayList<>();
  private final Stage stage;

  Visits(Stage stage) {
    this.stage = stage;
  }

  /** A call that was answered. */
  record Visit(Bell bell, Ask ask, Answer answer) {
    /** Whether it ran. */
    boolean ran() throws IOException {
      return bell.isVisited();
    }
  }

  /** One call. */
  Visit one() throws IOException {
    return begin().join();
  }

  /** Whichever of several is answered first. */
  Visit firstOf(int number) throws IOException {
    var calls = new ArrayList<CompletableFuture<Visit>>();
    for (int i = 0; i < number; i++) {
      calls.add(begin());
    }
    return (Visit) CompletableFuture.anyOf(calls.toArray(CompletableFuture<?>[]::new)).join();
  }

  private CompletableFuture<Visit> begin() throws IOException {
    var bell = new Bell();
    bells.add(bell);
    Ask ask = stage.kit(bell.visit());
    return CompletableFuture.supplyAsync(
        () -> new Visit(bell, ask, stage.caller().call(ask)), HoldPlays.THREADS);
  }

  @Override
  public void close() throws IOException {
    for (Bell bell : bells) {
      bell.close();
    }
  }
}
