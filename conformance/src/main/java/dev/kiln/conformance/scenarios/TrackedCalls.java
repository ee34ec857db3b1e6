package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Short calls that each report to a listener of their own if the function runs. */
final class TrackedCalls implements AutoCloseable {
  private final List<SleepListener> listeners = new ArrayList<>();
  private final CaseContext context;

  TrackedCalls(CaseContext context) {
    this.context = context;
  }

  /** A call that was answered. */
  record TrackedCall(SleepListener listener, FunctionRequest ask, FunctionResponse answer) {
    /** Whether it ran. */
    boolean ran() throws IOException {
      return listener.hasConnection();
    }
  }

  /** One call. */
  TrackedCall callOnce() throws IOException {
    return begin().join();
  }

  /** Whichever of several is answered first. */
  TrackedCall awaitFirstOf(int number) throws IOException {
    var calls = new ArrayList<CompletableFuture<TrackedCall>>();
    for (int i = 0; i < number; i++) {
      calls.add(begin());
    }
    return (TrackedCall) CompletableFuture.anyOf(calls.toArray(CompletableFuture<?>[]::new)).join();
  }

  private CompletableFuture<TrackedCall> begin() throws IOException {
    var listener = new SleepListener();
    listeners.add(listener);
    FunctionRequest ask = context.kitRequest(listener.connectSpec());
    return CompletableFuture.supplyAsync(
        () -> new TrackedCall(listener, ask, context.client().call(ask)),
        LongCallScenarios.THREADS);
  }

  @Override
  public void close() throws IOException {
    for (SleepListener listener : listeners) {
      listener.close();
    }
  }
}
