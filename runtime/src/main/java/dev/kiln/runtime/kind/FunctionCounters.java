package dev.kiln.runtime.kind;

import dev.kiln.runtime.instances.PoolCounts;
import dev.kiln.runtime.remote.RemoteCounts;

/** Receives the counters of functions that are not Java classes. */
public interface FunctionCounters {
  /** Ignores all counters. */
  FunctionCounters NONE =
      new FunctionCounters() {
        @Override
        public void pool(String function, PoolCounts counts) {}

        @Override
        public void remote(String function, RemoteCounts counts) {}
      };

  /** Receives the counters of a function's program pool, when the pool is created. */
  void pool(String function, PoolCounts counts);

  /** Receives the counters of a function's servers, before they are called. */
  void remote(String function, RemoteCounts counts);
}
