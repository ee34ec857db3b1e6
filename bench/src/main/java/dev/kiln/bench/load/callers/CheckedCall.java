package dev.kiln.bench.load.callers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A kind of call.
 *
 * @param name the name for messages
 * @param call makes one call, and throws if the outcome is unexpected
 */
public record CheckedCall(String name, Callable<?> call) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Waits for an answer, with a time limit. Every kind of call must be answered. */
  static <T> T await(Future<T> answer) throws Exception {
    return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
