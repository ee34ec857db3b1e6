package dev.kiln.runtime.containers;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs an image after it was fetched and its metadata says what protocol it uses. If this fails, a
 * later call tries again, but not each of several calls that come at once.
 */
public final class ImageRunner implements Runner {
  private static final long PAUSE = Duration.ofSeconds(2).toNanos();

  private final Supplier<ImageFacts> inspect;
  private final Function<ImageFacts, Runner> make;
  private volatile @Nullable Runner runner; // written under this
  private @Nullable ImageFacts facts; // guarded by this
  private @Nullable EngineException failure; // guarded by this
  private long failedAt; // guarded by this
  private int expected; // guarded by this

  public ImageRunner(Supplier<ImageFacts> inspect, Function<ImageFacts, Runner> make) {
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
      return Outcome.of(Ending.Failed.notStarted(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void ready() {
    Runner known;
    try {
      known = runner();
    } catch (EngineException e) {
      return; // reported where the image is declared; calls try again
    }
    known.ready();
  }

  /**
   * The metadata of the image; it is read once for all callers.
   *
   * @throws EngineException if it cannot be read
   */
  public ImageFacts facts() {
    ImageFacts known = known();
    if (known != null) {
      return known;
    }
    try {
      ImageFacts read = inspect.get(); // may take as long as a download, so no lock is held
      synchronized (this) {
        facts = read;
      }
      return read;
    } catch (EngineException e) {
      if (!Thread.currentThread().isInterrupted()) { // if interrupted, only this caller gave up
        failed(e);
      }
      throw e;
    }
  }

  private synchronized @Nullable ImageFacts known() {
    if (facts == null && failure != null && System.nanoTime() - failedAt < PAUSE) {
      throw failure;
    }
    return facts;
  }

  private synchronized void failed(EngineException e) {
    failure = e;
    failedAt = System.nanoTime();
  }

  private Runner runner() {
    Runner known = runner;
    return known == null ? made(facts()) : known;
  }

  private synchronized Runner made(ImageFacts facts) {
    Runner known = runner;
    if (known == null) {
      known = make.apply(facts);
      if (expected > 0) {
        known.expect(expected);
      }
      runner = known;
    }
    return known;
  }

  @Override
  public synchronized void expect(int calls) {
    Runner known = runner;
    if (known == null) {
      expected += calls;
    } else {
      known.expect(calls);
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
