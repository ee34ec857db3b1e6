package dev.kiln.server.admin;

import dev.kiln.net.QualityValues;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Timing;
import dev.kiln.runtime.instances.PoolCounts;
import dev.kiln.runtime.kind.FunctionCounters;
import dev.kiln.runtime.remote.RemoteCounts;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.CallStatus;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the host counts and measures, for Prometheus. It holds names and numbers only, so a function
 * that was removed leaves its meters and nothing else. Safe for many threads.
 */
public final class Metrics
    implements CallListener, RefusalListener, FunctionCounters, AutoCloseable {
  /** A name comes from a function that ran; yet what grows by itself must have an end. */
  private static final int MOST_FUNCTIONS = 1_000;

  private static final String OTHERS = "(others)";
  private static final String TEXT = "text/plain";
  private static final String OPEN_METRICS = "application/openmetrics-text";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ProcessMetrics machine = new ProcessMetrics(registry);
  private final StuckCalls stuck = new StuckCalls(registry);
  private final Map<String, Map<String, CallMeters>> meters = new ConcurrentHashMap<>(); // by door
  private final Map<String, Map<CallStatus, Counter>> callers = new ConcurrentHashMap<>();
  private final Set<String> functions = ConcurrentHashMap.newKeySet();
  private final Timer queue = phase("queue");
  private final Timer parse = phase("parse");
  private final Timer run = phase("run");
  private final Timer serialize = phase("serialize");
  private final LongSupplier droppedLines;

  /**
   * Metrics of the JVM, and of the calls that are reported to it.
   *
   * @param droppedLines how many lines the log has lost
   */
  public Metrics(LongSupplier droppedLines) {
    this.droppedLines = droppedLines;
    FunctionCounter.builder("krm.log.lines.dropped", this, all -> all.droppedLines.getAsLong())
        .description("Lines of the log that stderr did not take.")
        .register(registry);
  }

  private Timer phase(String name) {
    return Timer.builder("krm.phase.duration")
        .description("What the evaluation of calls takes its time for.")
        .tag("phase", name)
        .serviceLevelObjectives(DurationBuckets.DURATIONS)
        .register(registry);
  }

  @Override
  public void completed(CompletedCall call) {
    String door = call.request().door();
    var ofDoor = meters.computeIfAbsent(door, _ -> new ConcurrentHashMap<>());
    CallMeters known = ofDoor.get(call.function());
    (known == null ? made(ofDoor, door, call.function()) : known).count(call);
    if (call.isMeasured()) {
      count(call.timing());
    }
    if (!call.request().caller().isEmpty()) {
      count(call.request().caller(), CallStatus.of(call.ending()));
    }
  }

  /** Counts a call of a caller; the names of callers come from a file of the operator. */
  private void count(String caller, CallStatus status) {
    callers
        .computeIfAbsent(caller, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(status, _ -> callsOf(caller, status))
        .increment();
  }

  private Counter callsOf(String caller, CallStatus status) {
    return Counter.builder("krm.caller.calls")
        .description("Calls that were answered, by who made them.")
        .tag("caller", caller)
        .tag("outcome", status.text())
        .register(registry);
  }

  private CallMeters made(Map<String, CallMeters> ofDoor, String door, String function) {
    boolean fits = function.isEmpty() || isShown(function);
    return ofDoor.computeIfAbsent(
        fits ? function : OTHERS, name -> new CallMeters(registry, door, name));
  }

  private void count(Timing timing) {
    queue.record(timing.queue());
    parse.record(timing.parse());
    run.record(timing.run());
    serialize.record(timing.serialize());
  }

  /** Hears of functions that do not stop, for the metrics and for the admin address. */
  public StuckCalls stuck() {
    return stuck;
  }

  /** Adds gauges for the current values and for their limits. */
  public void watch(Evaluator evaluator) {
    LoadGauges.register(registry, evaluator);
  }

  @Override
  public void pool(String function, PoolCounts counts) {
    if (isShown(function)) {
      PoolMeters.register(registry, function, counts);
    }
  }

  @Override
  public void remote(String function, RemoteCounts counts) {
    if (isShown(function)) {
      PoolMeters.register(registry, function, counts);
    }
  }

  private boolean isShown(String function) {
    return functions.contains(function)
        || (functions.size() < MOST_FUNCTIONS && functions.add(function));
  }

  @Override
  public void refused(Refusal refusal) {
    refusals(refusal.door(), refusal.reason()).increment();
  }

  private Counter refusals(String door, Refusal.Reason reason) {
    return Counter.builder("krm.refused")
        .description("What doors refused before it was a call.")
        .tag("door", door)
        .tag("reason", reason.text())
        .register(registry);
  }

  /**
   * Shows when a certificate expires.
   *
   * @param expiry empty while there is none
   */
  public void certificate(String name, Supplier<Optional<Instant>> expiry) {
    Gauge.builder(
            "krm.certificate.expiry.timestamp",
            () -> expiry.get().map(at -> (Number) at.getEpochSecond()).orElse(Double.NaN))
        .description("When the certificate expires, in seconds since 1970.")
        .baseUnit("seconds")
        .tag("certificate", name)
        .register(registry);
  }

  /** Shows how many connections a door has, and may have. */
  public void connections(String door, IntSupplier now, int limit) {
    for (Refusal.Reason reason : Refusal.Reason.values()) {
      refusals(door, reason); // a rate needs the zero before the first one
    }
    Gauge.builder("krm.connections", now::getAsInt)
        .description("Connections that are open.")
        .tag("door", door)
        .register(registry);
    Gauge.builder("krm.connections.limit", () -> limit)
        .description("The most that krm_connections may be.")
        .tag("door", door)
        .register(registry);
  }

  /** Everything, as the caller likes it best: as Prometheus' own text, or as OpenMetrics. */
  Page page(String accept) {
    boolean own = QualityValues.best(accept, List.of(TEXT, OPEN_METRICS)).equals(TEXT);
    String type = own ? TEXT + "; version=0.0.4" : OPEN_METRICS + "; version=1.0.0";
    return Page.of(type + "; charset=utf-8", registry.scrape(type));
  }

  /** Counts nothing any more. */
  @Override
  public void close() {
    machine.close();
    registry.close();
  }
}
