package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Ending;
import dev.kiln.conformance.targets.HttpRequest;
import dev.kiln.conformance.targets.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Calls that are held while something else happens; each needs the reference function. */
final class HoldPlays {
  private static final int CALLS = 32;
  private static final int MORE = 4;
  static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private HoldPlays() {}

  /** Of many calls at once each gets its own answer. */
  static void concurrent(Stage stage) throws Failed {
    var calls = new ArrayList<CompletableFuture<Answer>>();
    for (int i = 0; i < CALLS; i++) {
      Ask ask = stage.kit("{\"action\":\"edit\",\"value\":\"call %d\"}".formatted(i));
      calls.add(CompletableFuture.supplyAsync(() -> stage.caller().call(ask), THREADS));
    }
    for (int i = 0; i < CALLS; i++) {
      Answer answer = calls.get(i).join();
      String value = "call " + i;
      stage.notes().add("edit: " + value, answer.shown());
      Failed.unless(
          answer.ending() == Ending.SUCCESS && answer.text().contains(value),
          "of %d calls at once, the one with \"%s\": expected its own answer, found %s"
              .formatted(CALLS, value, answer.status()));
    }
  }

  /** A call past its deadline is answered, and interrupted. */
  static void deadline(Stage stage) throws Failed, NotAsked, IOException {
    try (var bell = new Bell()) {
      Ask ask = stage.kit(bell.orders());
      String limit = stage.request().text("timeout");
      CompletableFuture<Answer> call =
          CompletableFuture.supplyAsync(() -> limited(stage, ask, limit), THREADS);
      bell.awaitSleeper(stage.patience());
      Exchange exchange = stage.took(ask, bell.orders(), call.join());
      Expectation.judge(exchange, Plays.expect(stage));
      Failed.unless(
          bell.awaitGone(Waits.soon(stage)),
          "the function goes on after its call was past the deadline");
    }
  }

  private static Answer limited(Stage stage, Ask ask, String limit) {
    if (limit.isEmpty()) {
      return stage.caller().call(ask);
    }
    if (stage.door() == Door.HTTP) {
      HttpRequest request = stage.http().request(ask).with("KRM-Timeout", limit);
      return stage.http().answer(request);
    }
    long millis = Long.parseLong(limit.replace("ms", ""));
    return stage.grpc().evaluate(stage.grpc().request(ask).build(), Duration.ofMillis(millis));
  }

  /** A call that its client gives up is interrupted. */
  static void cancel(Stage stage) throws Failed, IOException {
    try (var bell = new Bell()) {
      Ask ask = stage.kit(bell.orders());
      stage.notes().add(bell.orders(), "");
      Runnable hangUp =
          stage.door() == Door.HTTP
              ? stage.http().begin(stage.http().request(ask))
              : stage.grpc().begin(stage.grpc().request(ask).build());
      bell.awaitSleeper(stage.patience());
      hangUp.run();
      Failed.unless(
          bell.awaitGone(Waits.soon(stage)), "the function goes on after its client went away");
    }
  }

  /** A call that has begun to run, and goes on until the bell rings. */
  private static CompletableFuture<Answer> held(Stage stage, Bell bell) throws IOException {
    Ask ask = stage.kit(bell.orders());
    CompletableFuture<Answer> call =
        CompletableFuture.supplyAsync(() -> stage.caller().call(ask), THREADS);
    bell.awaitSleeper(stage.patience());
    return call;
  }

  /** With no room for one more, one more is refused; what holds the room is not. */
  static void overloaded(Stage stage) throws Failed, NotAsked, IOException {
    try (var bell = new Bell();
        var others = new Visits(stage)) {
      CompletableFuture<Answer> first = held(stage, bell);
      isRefused(stage, "more calls than there is room for", others.firstOf(MORE));
      bell.ring();
      Failed.unless(
          first.join().ending() == Ending.SUCCESS,
          "the call that held the room: expected success, found " + first.join().status());
    }
  }

  /** As the case expects; and it did not run, so that whoever sent it may send it again. */
  private static void isRefused(Stage stage, String sent, Visits.Visit refused)
      throws Failed, NotAsked, IOException {
    Expectation.judge(stage.took(refused.ask(), sent, refused.answer()), Plays.expect(stage));
    Failed.unless(!refused.ran(), "a call that was refused ran all the same");
  }

  /** Asked to end, it refuses what is new, finishes what runs, and ends with 0. */
  static void drain(Stage stage) throws Failed, NotAsked, IOException, InterruptedException {
    Server server = stage.target().server().orElseThrow();
    try (var bell = new Bell();
        var others = new Visits(stage)) {
      CompletableFuture<Answer> call = held(stage, bell);
      server.terminate();
      isRefused(stage, "a call after SIGTERM", firstRefused(stage, others));
      Failed.unless(
          server.isAlive() && !call.isDone(), "it does not wait for the call that is running");
      bell.ring();
      Answer answer = call.join();
      stage.notes().add(bell.orders(), answer.shown());
      Failed.unless(
          answer.ending() == Ending.SUCCESS,
          "the call that was running at SIGTERM: expected success, found " + answer.status());
    }
    OptionalInt code = server.awaitEnd(Waits.soon(stage));
    Failed.unless(
        code.isPresent() && code.getAsInt() == 0,
        "after SIGTERM: expected exit code 0, found "
            + (code.isPresent() ? code.getAsInt() : "that it goes on"));
  }

  /** Signals take their time; what is taken until then is answered. */
  private static Visits.Visit firstRefused(Stage stage, Visits others) throws Failed, IOException {
    long end = System.nanoTime() + Waits.soon(stage).toNanos();
    Visits.Visit last = others.one();
    while (last.answer().ending() == Ending.SUCCESS && System.nanoTime() < end) {
      last = others.one();
    }
    Failed.unless(
        last.answer().ending() != Ending.SUCCESS, "it goes on to take calls after SIGTERM");
    return last;
  }

  /** Asked to end, it cuts a call that takes too long, and ends. */
  static void drainTimeout(Stage stage) throws Failed, IOException, InterruptedException {
    Server server = stage.target().server().orElseThrow();
    try (var bell = new Bell()) {
      CompletableFuture<Answer> call = held(stage, bell);
      server.terminate();
      Failed.unless(
          server.awaitEnd(Waits.soon(stage)).isPresent(),
          "it goes on, though --drain-timeout is over");
      stage.notes().add(bell.orders(), server.said());
      Failed.unless(
          call.join().ending() != Ending.SUCCESS, "the call that was cut: expected no success");
      Failed.unless(
          server.complained().contains("--drain-timeout"),
          "expected a line on stderr that names --drain-timeout, found: " + server.complained());
    }
  }

  /** While it drains, health says so. */
  static void drainHealth(Stage stage) throws Failed, IOException {
    try (var bell = new Bell()) {
      CompletableFuture<Answer> call = held(stage, bell);
      var health = new HealthWatch(stage.grpc().channel(), "");
      Failed.unless(
          health.next(Waits.soon(stage)) == ServingStatus.SERVING,
          "health: expected SERVING before SIGTERM");
      stage.target().server().orElseThrow().terminate();
      ServingStatus draining = health.next(Waits.soon(stage));
      Failed.unless(
          draining == ServingStatus.NOT_SERVING,
          "health: expected NOT_SERVING while it drains, found " + draining);
      bell.ring();
      call.join();
    }
  }
}
