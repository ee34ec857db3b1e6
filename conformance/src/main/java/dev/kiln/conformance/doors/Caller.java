package dev.kiln.conformance.doors;

import java.time.Duration;

/** Hands lists to a function through one door. */
public interface Caller {
  /** Calls it once; what goes wrong is an answer as well. */
  Answer call(Ask ask);

  /** How long a call may take. */
  Duration patience();
}
