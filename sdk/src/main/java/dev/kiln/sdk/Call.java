package dev.kiln.sdk;

import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/**
 * Gives a running function its configuration and its deadline, and takes its results.
 *
 * <p>A {@code Call} belongs to one call and must not be kept. Any thread that the function starts
 * may use its methods while the call runs.
 */
public interface Call {
  /** The configuration that the caller gave to the function. */
  FunctionConfig config();

  /**
   * The functionConfig as a record, see {@link FunctionConfig#bind}.
   *
   * @throws BadInput if the functionConfig does not fit the record
   */
  default <T> T config(Class<T> record) {
    return config().bind(record);
  }

  /** Adds a result. A result of severity error makes the call fail with exit code 1. */
  void result(Result result);

  default void info(String message) {
    result(Result.info(message));
  }

  default void info(Resource item, String message) {
    result(Result.info(message).on(item));
  }

  /**
   * Adds an info about a field. The value that {@code item} has at {@code path} is reported as the
   * current value.
   */
  default void info(Resource item, String path, String message) {
    result(Result.info(message).on(item).at(path, item.find(path).orElse(null)));
  }

  default void warn(String message) {
    result(Result.warning(message));
  }

  default void warn(Resource item, String message) {
    result(Result.warning(message).on(item));
  }

  /**
   * Adds a warning about a field. The value that {@code item} has at {@code path} is reported as
   * the current value.
   */
  default void warn(Resource item, String path, String message) {
    result(Result.warning(message).on(item).at(path, item.find(path).orElse(null)));
  }

  default void error(String message) {
    result(Result.error(message));
  }

  default void error(Resource item, String message) {
    result(Result.error(message).on(item));
  }

  /**
   * Adds an error about a field. The value that {@code item} has at {@code path} is reported as the
   * current value.
   */
  default void error(Resource item, String path, String message) {
    result(Result.error(message).on(item).at(path, item.find(path).orElse(null)));
  }

  /**
   * Takes messages for the operator who runs the function. Findings about items are results
   * instead.
   */
  PrintStream log();

  /** The time at which the caller stops waiting. */
  Optional<Instant> deadline();

  /**
   * Whether the caller no longer waits for the answer. A long-running function checks this from
   * time to time, and returns if it is true.
   */
  boolean cancelled();
}
