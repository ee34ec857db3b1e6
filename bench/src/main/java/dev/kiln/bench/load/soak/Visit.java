package dev.kiln.bench.load.soak;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A kind of call.
 *
 * @param name what it is called if it goes wrong
 * @param call makes one, and throws if it ends otherwise than calls of this kind must
 */
record Visit(String name, Callable<?> call) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Waits for an answer, but not for ever: none at all is wrong for every kind of call. */
  static <T> T await(Future<T> answer) throws Exception {
    return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
