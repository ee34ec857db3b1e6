package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RequestContext;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MetricsTest {
  private static final Timing TIMING =
      new Timing(
          Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(20), Duration.ofMillis(200));

  private final Metrics metrics = new Metrics(() -> 0);

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void countsCallsByDoorFunctionAndOutcome() {
    metrics.completed(call("http", "a", new Ending.Done()));
    metrics.completed(call("http", "a", new Ending.Done()));
    metrics.completed(call("grpc", "a", new Ending.Failed(Reason.RESULTS, 1, "")));
    Exposition seen = scrape();
    assertThat(seen.type("krm_calls_total")).isEqualTo("counter");
    assertThat(seen.value("krm_calls_total[door=http, function=a, outcome=ok]")).isEqualTo(2);
    assertThat(seen.value("krm_calls_total[door=grpc, function=a, outcome=failed]")).isOne();
    assertThat(seen.series("krm_calls_total")).hasSize(2);
  }

  @Test
  void countsRefusalsByDoorAndReason() {
    metrics.connections("http", () -> 0, 1);
    metrics.refused(new Refusal("http", Refusal.Reason.MALFORMED, "", ""));
    Exposition seen = scrape();
    assertThat(seen.type("krm_refused_total")).isEqualTo("counter");
    assertThat(seen.value("krm_refused_total[door=http, reason=malformed]")).isOne();
    assertThat(seen.value("krm_refused_total[door=http, reason=tls_handshake]")).isZero();
  }

  @Test
  void showsWhenCertificatesExpire() {
    var expiry = new AtomicReference<>(Optional.of(Instant.ofEpochSecond(1_900_000_000)));
    metrics.certificate("server", expiry::get);
    String name = "krm_certificate_expiry_timestamp_seconds";
    assertThat(scrape().type(name)).isEqualTo("gauge");
    assertThat(scrape().value(name + "[certificate=server]")).isEqualTo(1_900_000_000);
    expiry.set(Optional.empty());
    assertThat(scrape().value(name + "[certificate=server]")).isNaN();
  }

  @Test
  void hasAnOutcomeForEachEnding() {
    List<Ending> endings =
        List.of(
            new Ending.Refused(""),
            new Ending.Unreadable("", new BadInput("", "", "")),
            new Ending.NotFound(""),
            new Ending.TooLarge(""),
            new Ending.Busy(""),
            new Ending.TimedOut(""),
            new Ending.Cancelled(),
            new Ending.Fault(new Exception()));
    endings.forEach(ending -> metrics.completed(call("http", "", ending)));
    Exposition seen = scrape();
    for (String outcome :
        List.of(
            "refused",
            "bad_input",
            "not_found",
            "too_large",
            "busy",
            "timeout",
            "cancelled",
            "fault")) {
      assertThat(seen.value("krm_calls_total[door=http, function=, outcome=" + outcome + "]"))
          .isOne();
    }
  }

  @Test
  void hasHistogramsOfHowLongCallsTake() {
    metrics.completed(call("http", "a", new Ending.Done()));
    Exposition seen = scrape();
    assertThat(seen.type("krm_call_duration_seconds")).isEqualTo("histogram");
    String bucket = "krm_call_duration_seconds_bucket[door=http, function=a, le=";
    assertThat(seen.value(bucket + "0.1]")).isZero();
    assertThat(seen.value(bucket + "0.25]")).isOne();
    assertThat(seen.value(bucket + "+Inf]")).isOne();
    assertThat(seen.value("krm_call_duration_seconds_sum[door=http, function=a]")).isEqualTo(0.223);
  }

  @Test
  void measuresThePhasesOfCallsThatCameSoFar() {
    metrics.completed(call("http", "a", new Ending.Done()));
    metrics.completed(call("http", "", new Ending.NotFound("")));
    Exposition seen = scrape();
    for (String phase : List.of("queue", "parse", "run", "serialize")) {
      assertThat(seen.value("krm_phase_duration_seconds_count[phase=" + phase + "]")).isOne();
    }
    assertThat(seen.value("krm_phase_duration_seconds_sum[phase=run]")).isEqualTo(0.02);
  }

  @Test
  void countsBytesAndResults() {
    metrics.completed(call("http", "a", new Ending.Done()));
    Exposition seen = scrape();
    assertThat(seen.value("krm_message_bytes_total[direction=in, door=http, function=a]"))
        .isEqualTo(10);
    assertThat(seen.value("krm_message_bytes_total[direction=out, door=http, function=a]"))
        .isEqualTo(20);
    assertThat(seen.value("krm_results_total[door=http, function=a, severity=warning]"))
        .isEqualTo(3);
    assertThat(seen.series("krm_results_total")).hasSize(1);
  }

  @Test
  void cannotBeGrownWithoutEndByNames() {
    for (int i = 0; i < 1_100; i++) {
      metrics.completed(call("http", "function-" + i, new Ending.Done()));
    }
    Exposition seen = scrape();
    assertThat(seen.series("krm_calls_total")).hasSize(1_001);
    assertThat(seen.value("krm_calls_total[door=http, function=(others), outcome=ok]"))
        .isEqualTo(100);
  }

  @Test
  @Timeout(60)
  void holdsOnToNothingOfACall() {
    WeakReference<Throwable> thrown = counted();
    while (!thrown.refersTo(null)) {
      System.gc();
    }
    assertThat(scrape().value("krm_calls_total[door=http, function=a, outcome=fault]")).isOne();
  }

  private WeakReference<Throwable> counted() {
    var thrown = new IllegalStateException();
    metrics.completed(call("http", "a", new Ending.Fault(thrown)));
    return new WeakReference<>(thrown);
  }

  @Test
  void showsConnectionsAndLimits() {
    metrics.connections("http", () -> 3, 4096);
    metrics.connections("grpc", () -> 5, 4096);
    Exposition seen = scrape();
    assertThat(seen.value("krm_connections[door=http]")).isEqualTo(3);
    assertThat(seen.value("krm_connections[door=grpc]")).isEqualTo(5);
    assertThat(seen.value("krm_connections_limit[door=grpc]")).isEqualTo(4096);
  }

  @Test
  void showsWhatGoesOnNextToWhatMay() {
    try (var host = new AdminTestHost()) {
      Exposition seen = Exposition.of(text(host.metrics));
      for (String name : List.of("running", "queued", "abandoned")) {
        assertThat(seen.value("krm_calls_" + name)).isZero();
        assertThat(seen.value("krm_calls_" + name + "_limit")).isPositive();
      }
      assertThat(seen.value("krm_in_flight_bytes")).isZero();
      assertThat(seen.value("krm_in_flight_bytes_limit"))
          .isEqualTo((double) host.evaluator.limits().maxBytesInFlight());
      assertThat(seen.value("krm_message_bytes_limit"))
          .isEqualTo((double) host.evaluator.limits().maxMessageBytes());
    }
  }

  @Test
  void knowsTheMachine() {
    Exposition seen = scrape();
    assertThat(seen.series("jvm_memory_used_bytes")).isNotEmpty();
    assertThat(seen.value("jvm_threads_live_threads")).isPositive();
    assertThat(seen.value("process_files_open_files")).isPositive();
    assertThat(seen.value("jvm_classes_loaded_classes")).isPositive();
    assertThat(seen.series("krm_build_info")).singleElement().asString().contains("java=25");
  }

  private static CompletedCall call(String door, String function, Ending ending) {
    boolean ran = !function.isEmpty();
    return new CompletedCall(
        new RequestContext(door, "1", "", ""),
        function,
        "status",
        ending,
        Duration.ofMillis(223),
        ran ? TIMING : Timing.NONE,
        10,
        20,
        ran ? Map.of(Severity.WARNING, 3) : Map.of());
  }

  private Exposition scrape() {
    return Exposition.of(text(metrics));
  }

  private static String text(Metrics of) {
    return new String(of.page("").body(), UTF_8);
  }
}
