package dev.kiln.runtime.containers;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Runner;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs an image after it was fetched and its metadata says what protocol it uses. If this fails, a
 * later call tries again, but not each of several calls that come at once.
 */
public final class ImageRunner implements Runner {
  private static final long RETRY_PAUSE = Duration.ofSeconds(2).toNanos();

  private final Supplier<ImageFacts> inspect;
  private final Function<ImageFacts, Runner> runnerFactory;
  private volatile @Nullable Runner runner; // written under this
  private @Nullable ImageFacts facts; // guarded by this
  private @Nullable EngineException failure; // guarded by this
  private long failedAt; // guarded by this
  private int expectedCalls; // guarded by this

  public ImageRunner(Supplier<ImageFacts> inspect, Function<ImageFacts, Runner> runnerFactory) {
    this.inspect = inspect;
    this.runnerFactory = runnerFactory;
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
  public void prepare() {
    Runner known;
    try {
      known = runner();
    } catch (EngineException e) {
      return; // reported where the image is declared; calls try again
    }
    known.prepare();
  }

  @Override
  public Optional<String> findProblem() {
    try {
      Runner known = runner();
      known.prepare();
      return known.findProblem();
    } catch (EngineException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The metadata of the image; it is read once for all callers.
   *
   * @throws EngineException if it cannot be read
   */
  public ImageFacts facts() {
    ImageFacts known = cachedFacts();
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
        recordFailure(e);
      }
      throw e;
    }
  }

  private synchronized @Nullable ImageFacts cachedFacts() {
    if (facts == null && failure != null && System.nanoTime() - failedAt < RETRY_PAUSE) {
      throw failure;
    }
    return facts;
  }

  private synchronized void recordFailure(EngineException e) {
    failure = e;
    failedAt = System.nanoTime();
  }

  private Runner runner() {
    Runner known = runner;
    return known == null ? createRunner(facts()) : known;
  }

  private synchronized Runner createRunner(ImageFacts facts) {
    Runner known = runner;
    if (known == null) {
      known = runnerFactory.apply(facts);
      if (expectedCalls > 0) {
        known.expect(expectedCalls);
      }
      runner = known;
    }
    return known;
  }

  @Override
  public synchronized void expect(int calls) {
    Runner known = runner;
    if (known == null) {
      expectedCalls += calls;
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
