package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.CallOutcome;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.HttpRequest;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetServer;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Keeps calls running while something else happens. Needs the reference function. */
final class LongCallScenarios {
  private static final int CALLS = 32;
  private static final int MORE = 4;
  static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private LongCallScenarios() {}

  /** Each of many concurrent calls gets its own answer. */
  static void concurrent(CaseContext context) throws CaseFailedException {
    var calls = new ArrayList<CompletableFuture<FunctionResponse>>();
    for (int i = 0; i < CALLS; i++) {
      FunctionRequest ask =
          context.kitRequest("{\"action\":\"edit\",\"value\":\"call %d\"}".formatted(i));
      calls.add(CompletableFuture.supplyAsync(() -> context.client().call(ask), THREADS));
    }
    for (int i = 0; i < CALLS; i++) {
      FunctionResponse answer = calls.get(i).join();
      String value = "call " + i;
      context.lastExchange().set("edit: " + value, answer.shown());
      CaseFailedException.unless(
          answer.ending() == CallOutcome.SUCCESS && answer.text().contains(value),
          "of %d calls at once, the one with \"%s\": expected its own answer, found %s"
              .formatted(CALLS, value, answer.status()));
    }
  }

  /** At its deadline a call is answered and its function interrupted. */
  static void deadline(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    try (var listener = new SleepListener()) {
      FunctionRequest ask = context.kitRequest(listener.sleepSpec());
      String limit = context.request().text("timeout");
      CompletableFuture<FunctionResponse> call =
          CompletableFuture.supplyAsync(() -> callWithTimeout(context, ask, limit), THREADS);
      listener.awaitSleeper(context.timeout());
      CaseExchange exchange = context.recordResponse(ask, listener.sleepSpec(), call.join());
      Expectation.judge(exchange, Scenarios.expect(context));
      CaseFailedException.unless(
          listener.awaitDisconnect(EventTimeout.of(context)),
          "the function goes on after its call was past the deadline");
    }
  }

  private static FunctionResponse callWithTimeout(
      CaseContext context, FunctionRequest ask, String limit) {
    if (limit.isEmpty()) {
      return context.client().call(ask);
    }
    if (context.door() == TargetDoor.HTTP) {
      HttpRequest request = context.http().request(ask).with("KRM-Timeout", limit);
      return context.http().answer(request);
    }
    long millis = Long.parseLong(limit.replace("ms", ""));
    return context.grpc().evaluate(context.grpc().request(ask).build(), Duration.ofMillis(millis));
  }

  /** When a client cancels its call, the function is interrupted. */
  static void cancel(CaseContext context) throws CaseFailedException, IOException {
    try (var listener = new SleepListener()) {
      FunctionRequest ask = context.kitRequest(listener.sleepSpec());
      context.lastExchange().set(listener.sleepSpec(), "");
      Runnable hangUp =
          context.door() == TargetDoor.HTTP
              ? context.http().begin(context.http().request(ask))
              : context.grpc().begin(context.grpc().request(ask).build());
      listener.awaitSleeper(context.timeout());
      hangUp.run();
      CaseFailedException.unless(
          listener.awaitDisconnect(EventTimeout.of(context)),
          "the function goes on after its client went away");
    }
  }

  /** Starts a call and waits until its function runs; it sleeps until the listener wakes it. */
  private static CompletableFuture<FunctionResponse> startSleepingCall(
      CaseContext context, SleepListener listener) throws IOException {
    FunctionRequest ask = context.kitRequest(listener.sleepSpec());
    CompletableFuture<FunctionResponse> call =
        CompletableFuture.supplyAsync(() -> context.client().call(ask), THREADS);
    listener.awaitSleeper(context.timeout());
    return call;
  }

  /** At the limit one more call is refused, and the running call is not affected. */
  static void overloaded(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    try (var listener = new SleepListener();
        var others = new TrackedCalls(context)) {
      CompletableFuture<FunctionResponse> first = startSleepingCall(context, listener);
      requireRefused(context, "more calls than there is room for", others.awaitFirstOf(MORE));
      listener.wakeAll();
      CaseFailedException.unless(
          first.join().ending() == CallOutcome.SUCCESS,
          "the call that held the room: expected success, found " + first.join().status());
    }
  }

  /** Requires that the call is refused as the case expects, and that its function did not run. */
  private static void requireRefused(
      CaseContext context, String sent, TrackedCalls.TrackedCall refused)
      throws CaseFailedException, CaseSkippedException, IOException {
    Expectation.judge(
        context.recordResponse(refused.ask(), sent, refused.answer()), Scenarios.expect(context));
    CaseFailedException.unless(!refused.ran(), "a call that was refused ran all the same");
  }

  /** After SIGTERM the server refuses new calls, finishes running ones, and ends with 0. */
  static void drain(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException, InterruptedException {
    TargetServer server = context.target().server().orElseThrow();
    try (var listener = new SleepListener();
        var others = new TrackedCalls(context)) {
      CompletableFuture<FunctionResponse> call = startSleepingCall(context, listener);
      server.terminate();
      requireRefused(context, "a call after SIGTERM", firstRefused(context, others));
      CaseFailedException.unless(
          server.isAlive() && !call.isDone(), "it does not wait for the call that is running");
      listener.wakeAll();
      FunctionResponse answer = call.join();
      context.lastExchange().set(listener.sleepSpec(), answer.shown());
      CaseFailedException.unless(
          answer.ending() == CallOutcome.SUCCESS,
          "the call that was running at SIGTERM: expected success, found " + answer.status());
    }
    OptionalInt code = server.awaitEnd(EventTimeout.of(context));
    CaseFailedException.unless(
        code.isPresent() && code.getAsInt() == 0,
        "after SIGTERM: expected exit code 0, found "
            + (code.isPresent() ? code.getAsInt() : "that it goes on"));
  }

  /** The signal arrives some time after it was sent; calls accepted before that succeed. */
  private static TrackedCalls.TrackedCall firstRefused(CaseContext context, TrackedCalls others)
      throws CaseFailedException, IOException {
    long end = System.nanoTime() + EventTimeout.of(context).toNanos();
    TrackedCalls.TrackedCall last = others.callOnce();
    while (last.answer().ending() == CallOutcome.SUCCESS && System.nanoTime() < end) {
      last = others.callOnce();
    }
    CaseFailedException.unless(
        last.answer().ending() != CallOutcome.SUCCESS, "it goes on to take calls after SIGTERM");
    return last;
  }

  /** After {@code --drain-timeout} the server cuts off a running call and ends. */
  static void drainTimeout(CaseContext context)
      throws CaseFailedException, IOException, InterruptedException {
    TargetServer server = context.target().server().orElseThrow();
    try (var listener = new SleepListener()) {
      CompletableFuture<FunctionResponse> call = startSleepingCall(context, listener);
      server.terminate();
      CaseFailedException.unless(
          server.awaitEnd(EventTimeout.of(context)).isPresent(),
          "it goes on, though --drain-timeout is over");
      context.lastExchange().set(listener.sleepSpec(), server.stdout());
      CaseFailedException.unless(
          call.join().ending() != CallOutcome.SUCCESS,
          "the call that was cut: expected no success");
      CaseFailedException.unless(
          server.stderr().contains("--drain-timeout"),
          "expected a line on stderr that names --drain-timeout, found: " + server.stderr());
    }
  }

  /** While the server drains, its health service says NOT_SERVING. */
  static void drainHealth(CaseContext context) throws CaseFailedException, IOException {
    try (var listener = new SleepListener()) {
      CompletableFuture<FunctionResponse> call = startSleepingCall(context, listener);
      var health = new HealthWatch(context.grpc().channel(), "");
      CaseFailedException.unless(
          health.next(EventTimeout.of(context)) == ServingStatus.SERVING,
          "health: expected SERVING before SIGTERM");
      context.target().server().orElseThrow().terminate();
      ServingStatus draining = health.next(EventTimeout.of(context));
      CaseFailedException.unless(
          draining == ServingStatus.NOT_SERVING,
          "health: expected NOT_SERVING while it drains, found " + draining);
      listener.wakeAll();
      call.join();
    }
  }
}
