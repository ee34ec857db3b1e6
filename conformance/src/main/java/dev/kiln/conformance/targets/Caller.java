package dev.kiln.conformance.targets;

import java.io.IOException;
import java.time.Duration;

/** Hands lists to a function through one door. */
public interface Caller extends AutoCloseable {
  /** Calls it once; what goes wrong is an answer as well. */
  Answer call(Ask ask);

  /** How long a call may take. */
  Duration patience();

  /** Finds out whether what is there speaks its language. */
  default void greet() throws IOException {}

  @Override
  default void close() {}
}
