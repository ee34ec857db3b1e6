package dev.kiln.runtime;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import java.util.concurrent.atomic.AtomicInteger;

/** Another function, and how often it was started and closed. */
record CountingFunction(KrmFunction function, AtomicInteger starts, AtomicInteger closes)
    implements KrmFunction {
  static CountingFunction of(KrmFunction function) {
    return new CountingFunction(function, new AtomicInteger(), new AtomicInteger());
  }

  /** One that says its name. */
  static CountingFunction saying(String name) {
    return of(
        (in, call) -> {
          call.info(name);
          return in;
        });
  }

  @Override
  public void start() {
    starts.incrementAndGet();
  }

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    return function.apply(in, call);
  }

  @Override
  public void close() {
    closes.incrementAndGet();
  }
}
