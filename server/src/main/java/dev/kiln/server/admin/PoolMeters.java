package dev.kiln.server.admin;

import dev.kiln.runtime.instances.PoolCounts;
import dev.kiln.runtime.remote.RemoteCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Meters of the programs, containers and servers of one function. */
final class PoolMeters<T> {
  private final MeterRegistry registry;
  private final String function;
  private final T counts;

  private PoolMeters(MeterRegistry registry, String function, T counts) {
    this.registry = registry;
    this.function = function;
    this.counts = counts;
  }

  /** Those of programs that are used once each; a function that was here before begins anew. */
  static void register(MeterRegistry registry, String function, PoolCounts counts) {
    var meters = new PoolMeters<>(registry, function, counts);
    meters.forget("krm.pool.");
    meters.count("krm.pool.hits", "Calls that found a program waiting.", PoolCounts::hits);
    meters.count("krm.pool.misses", "Calls that had one started.", PoolCounts::misses);
    meters.count("krm.pool.starts", "Programs that were started.", PoolCounts::starts);
    meters.count(
        "krm.pool.starts.failed", "Programs that could not be started.", PoolCounts::failedStarts);
    meters.count(
        "krm.pool.deaths",
        "Programs that ended before a call had use of them.",
        PoolCounts::deaths);
    meters.gauge("krm.pool.idle", "Programs that wait for a call.", PoolCounts::idle);
    meters.gauge("krm.pool.busy", "Programs that a call uses.", PoolCounts::busy);
    FunctionTimer.builder(
            "krm.pool.waits",
            counts,
            PoolCounts::waits,
            each -> each.waited().toNanos(),
            TimeUnit.NANOSECONDS)
        .description("Calls that stood in line for a program, and how long.")
        .tag("function", function)
        .register(registry);
  }

  /** Those of servers that are called again and again. */
  static void register(MeterRegistry registry, String function, RemoteCounts counts) {
    var meters = new PoolMeters<>(registry, function, counts);
    meters.forget("krm.remote.");
    meters.count("krm.remote.calls", "Calls that went to servers.", RemoteCounts::calls);
    meters.count("krm.remote.retries", "Calls that were sent once more.", RemoteCounts::retries);
    meters.count("krm.remote.starts", "Servers that were started.", RemoteCounts::starts);
    meters.count(
        "krm.remote.starts.failed", "Servers that did not get ready.", RemoteCounts::failedStarts);
    meters.count("krm.remote.deaths", "Servers that ended by themselves.", RemoteCounts::deaths);
    meters.count(
        "krm.remote.recycled", "Servers that were started anew as asked.", RemoteCounts::recycled);
  }

  private void forget(String names) {
    registry.getMeters().stream()
        .filter(meter -> meter.getId().getName().startsWith(names))
        .filter(meter -> function.equals(meter.getId().getTag("function")))
        .forEach(registry::remove);
  }

  private void count(String name, String help, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, counts, value)
        .description(help)
        .tag("function", function)
        .register(registry);
  }

  private void gauge(String name, String help, ToDoubleFunction<T> value) {
    Gauge.builder(name, counts, value)
        .description(help)
        .tag("function", function)
        .register(registry);
  }
}
