package dev.kiln.server.admin;

import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CallStatus;
import dev.kiln.server.calls.CompletedCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of one function at one door, made when there is something to count. */
final class CallMeters {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Timer duration;
  private final Counter bytesIn;
  private final Counter bytesOut;
  private final Map<CallStatus, Counter> calls = new ConcurrentHashMap<>();
  private final Map<Severity, Counter> results = new ConcurrentHashMap<>();

  CallMeters(MeterRegistry registry, String door, String function) {
    this.registry = registry;
    this.tags = Tags.of("door", door, "function", function);
    this.duration =
        Timer.builder("krm.call.duration")
            .description("From the first byte of a request to its answer.")
            .tags(tags)
            .serviceLevelObjectives(DurationBuckets.DURATIONS)
            .register(registry);
    this.bytesIn = bytes("in");
    this.bytesOut = bytes("out");
  }

  private Counter bytes(String direction) {
    return Counter.builder("krm.message.bytes")
        .description("The size of the messages that came and went.")
        .tags(tags.and("direction", direction))
        .register(registry);
  }

  void count(CompletedCall call) {
    calls.computeIfAbsent(CallStatus.of(call.ending()), this::calls).increment();
    duration.record(call.duration());
    bytesIn.increment((double) call.bytesIn());
    bytesOut.increment((double) call.bytesOut());
    if (!call.results().isEmpty()) {
      call.results().forEach(this::countResults);
    }
  }

  private Counter calls(CallStatus verdict) {
    return Counter.builder("krm.calls")
        .description("Calls that were answered.")
        .tags(tags.and("outcome", verdict.text()))
        .register(registry);
  }

  private void countResults(Severity severity, int count) {
    results.computeIfAbsent(severity, this::results).increment(count);
  }

  private Counter results(Severity severity) {
    return Counter.builder("krm.results")
        .description("Results that functions added to their lists.")
        .tags(tags.and("severity", severity.text()))
        .register(registry);
  }
}
