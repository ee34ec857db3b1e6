package dev.kiln.server.warm;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Runner;
import dev.kiln.runtime.containers.EngineException;
import dev.kiln.runtime.containers.ImageFacts;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs an image once it is known how: fetched, and asked what it speaks. If that fails it is tried
 * again, though not by each of the calls that come at once.
 */
final class ImageRunner implements Runner {
  /** As a shell says that a program was found and could not be started. */
  private static final int NOT_STARTED = 126;

  private static final long PAUSE = Duration.ofSeconds(2).toNanos();

  private final Supplier<ImageFacts> inspect;
  private final Function<ImageFacts, Runner> make;
  private volatile @Nullable Runner runner; // written under this
  private @Nullable EngineException failure; // guarded by this
  private long failedAt; // guarded by this

  ImageRunner(Supplier<ImageFacts> inspect, Function<ImageFacts, Runner> make) {
    this.inspect = inspect;
    this.make = make;
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public Outcome run(Invocation in) {
    try {
      return runner().run(in);
    } catch (EngineException e) {
      return Outcome.of(
          new Ending.Failed(Reason.START, NOT_STARTED, String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void ready() {
    runner().ready();
  }

  /**
   * What the image says of itself.
   *
   * @throws EngineException if it is not to be had
   */
  ImageFacts facts() {
    return inspect.get();
  }

  private Runner runner() {
    Runner known = runner;
    return known == null ? made() : known;
  }

  private synchronized Runner made() {
    Runner known = runner;
    if (known != null) {
      return known;
    }
    if (failure != null && System.nanoTime() - failedAt < PAUSE) {
      throw failure;
    }
    try {
      Runner made = make.apply(facts());
      runner = made;
      return made;
    } catch (EngineException e) {
      failure = e;
      failedAt = System.nanoTime();
      throw e;
    }
  }

  @Override
  public void close() {
    Runner known = runner;
    if (known != null) {
      known.close();
    }
  }
}
