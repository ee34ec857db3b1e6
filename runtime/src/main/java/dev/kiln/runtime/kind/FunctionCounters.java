package dev.kiln.runtime.kind;

import dev.kiln.runtime.programs.PoolCounts;
import dev.kiln.runtime.remote.RemoteCounts;

/** Hears of what is counted about functions that are no Java classes. */
public interface FunctionCounters {
  /** Programs are kept ready for a function from now on. */
  void pool(String function, PoolCounts counts);

  /** Servers are called for a function from now on. */
  void remote(String function, RemoteCounts counts);
}
