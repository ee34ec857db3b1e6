package dev.kiln.runtime.kind;

import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.Runner;
import java.util.List;

/**
 * Creates the runners for functions of one kind, and owns what they share, such as a container
 * engine. It is closed after all of its runners.
 */
@FunctionalInterface
public interface FunctionFactory<S extends FunctionSpec> extends AutoCloseable {
  /**
   * Creates the runner of the function. Starts nothing yet.
   *
   * @param name of the function, for messages
   * @throws IllegalArgumentException if it can never run here; one line for the user
   */
  Runner runner(String name, S spec);

  /**
   * Creates the function as a host registers it.
   *
   * @param problems receives a line for each thing that does not work yet
   * @throws IllegalArgumentException if it can never run here; one line for the user
   */
  default RegisteredFunction register(String name, S spec, List<String> problems) {
    return RegisteredFunction.of(name, List.of(), (_, _) -> false, runner(name, spec));
  }

  /** Closes what the runners of this kind share. */
  @Override
  default void close() {}
}
