package dev.kiln.runtime.kind;

import dev.kiln.runtime.programs.PoolCounts;
import dev.kiln.runtime.remote.RemoteCounts;

/** Receives the counters of functions that are not Java classes. */
public interface FunctionCounters {
  /** Programs are kept ready for a function from now on. */
  void pool(String function, PoolCounts counts);

  /** Receives the counters of a function's servers, before they are called. */
  void remote(String function, RemoteCounts counts);
}
