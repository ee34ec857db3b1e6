package dev.kiln.conformance.targets;

import java.io.IOException;
import java.time.Duration;

/** Hands lists to a function through one door. */
public interface FunctionClient extends AutoCloseable {
  /** Calls it once; what goes wrong is an answer as well. */
  FunctionResponse call(FunctionRequest ask);

  /** How long a call may take. */
  Duration timeout();

  /** Finds out whether what is there speaks its language. */
  default void checkProtocol() throws IOException {}

  @Override
  default void close() {}
}
