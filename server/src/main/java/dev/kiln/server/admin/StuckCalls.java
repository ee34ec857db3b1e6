package dev.kiln.server.admin;

import dev.kiln.runtime.StuckCallListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the calls that ran on though they were over and told to stop. */
public final class StuckCalls implements StuckCallListener {
  private final MeterRegistry registry;
  private final Map<String, StuckCount> functions = new ConcurrentHashMap<>();

  StuckCalls(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * What is known of a function.
   *
   * @param calls how many of its calls went on
   * @param last when the last of them was found out
   */
  record StuckCount(long calls, Instant last) {
    StuckCount and(StuckCount other) {
      return new StuckCount(calls + other.calls, other.last);
    }
  }

  @Override
  public void callStuck(String function, int all) {
    functions.merge(function, new StuckCount(1, Instant.now()), StuckCount::and);
    Counter.builder("krm.calls.stuck")
        .description("Calls that went on though they were over and were told to stop.")
        .tag("function", function)
        .register(registry)
        .increment();
  }

  @Override
  public void limitExceeded(int all) {} // the host's business

  /** By the name of the function, in its order. */
  Map<String, StuckCount> functions() {
    return new TreeMap<>(functions);
  }
}
