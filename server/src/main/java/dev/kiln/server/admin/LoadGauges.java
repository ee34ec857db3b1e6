package dev.kiln.server.admin;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.LoadSnapshot;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToLongFunction;

/** Gauges of the load of an Evaluator and of its limits. */
final class LoadGauges {
  private final MeterRegistry registry;
  private final Evaluator evaluator;

  private LoadGauges(MeterRegistry registry, Evaluator evaluator) {
    this.registry = registry;
    this.evaluator = evaluator;
  }

  static void register(MeterRegistry registry, Evaluator evaluator) {
    var gauges = new LoadGauges(registry, evaluator);
    Limits limits = evaluator.limits();
    gauges.load("krm.calls.running", "Calls that have a place.", LoadSnapshot::running);
    gauges.limit("krm.calls.running", limits.maxConcurrent());
    gauges.load(
        "krm.calls.waiting", "Calls that wait for a program or a server.", LoadSnapshot::waiting);
    gauges.limit("krm.calls.waiting", limits.maxWaiting());
    gauges.load("krm.calls.queued", "Calls that wait for a place.", LoadSnapshot::queued);
    gauges.limit("krm.calls.queued", limits.maxQueued());
    gauges.load(
        "krm.calls.abandoned", "Calls that go on though they are over.", LoadSnapshot::abandoned);
    gauges.limit("krm.calls.abandoned", limits.maxAbandoned());
    gauges.load(
        "krm.in.flight.bytes", "What all messages in flight hold.", LoadSnapshot::bytesInFlight);
    gauges.limit("krm.in.flight.bytes", limits.maxBytesInFlight());
    Gauge.builder("krm.message.bytes.limit", limits::maxMessageBytes)
        .description("The size of the largest message that is read.")
        .register(registry);
    Gauge.builder("krm.functions", () -> evaluator.registry().all().size())
        .description("Functions that the host holds.")
        .register(registry);
  }

  private void load(String name, String help, ToLongFunction<LoadSnapshot> part) {
    Gauge.builder(name, () -> part.applyAsLong(evaluator.load()))
        .description(help)
        .register(registry);
  }

  private void limit(String of, long most) {
    Gauge.builder(of + ".limit", () -> most)
        .description("The most that " + of.replace('.', '_') + " may be.")
        .register(registry);
  }
}
