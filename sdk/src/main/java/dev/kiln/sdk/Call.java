package dev.kiln.sdk;

import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/**
 * What a function can ask and tell while it runs.
 *
 * <p>Belongs to one call and must not be kept. Its methods may be used by any thread that the
 * function starts, as long as the call runs.
 */
public interface Call {
  /** How the caller configured the function. */
  FunctionConfig config();

  /**
   * The functionConfig as a record, see {@link FunctionConfig#bind}.
   *
   * @throws BadInput if it does not fit
   */
  default <T> T config(Class<T> record) {
    return config().bind(record);
  }

  /** Adds a result. One of severity error makes the call fail, with exit code 1. */
  void result(Result result);

  default void info(String message) {
    result(Result.info(message));
  }

  default void info(Resource item, String message) {
    result(Result.info(message).on(item));
  }

  /** The value that {@code item} has at {@code path} now is told as the current value. */
  default void info(Resource item, String path, String message) {
    result(Result.info(message).on(item).at(path, item.find(path).orElse(null)));
  }

  default void warn(String message) {
    result(Result.warning(message));
  }

  default void warn(Resource item, String message) {
    result(Result.warning(message).on(item));
  }

  /** The value that {@code item} has at {@code path} now is told as the current value. */
  default void warn(Resource item, String path, String message) {
    result(Result.warning(message).on(item).at(path, item.find(path).orElse(null)));
  }

  default void error(String message) {
    result(Result.error(message));
  }

  default void error(Resource item, String message) {
    result(Result.error(message).on(item));
  }

  /** The value that {@code item} has at {@code path} now is told as the current value. */
  default void error(Resource item, String path, String message) {
    result(Result.error(message).on(item).at(path, item.find(path).orElse(null)));
  }

  /** For messages to whoever runs the function; what it finds in the items is a result. */
  PrintStream log();

  /** When the caller stops waiting. */
  Optional<Instant> deadline();

  /** Whether nobody waits for the answer any more. A long function asks now and then, and ends. */
  boolean cancelled();
}
