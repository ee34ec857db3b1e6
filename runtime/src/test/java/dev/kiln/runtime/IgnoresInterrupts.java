package dev.kiln.runtime;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A function that stays in its calls until the test lets them out, whoever interrupts it. */
final class IgnoresInterrupts implements KrmFunction, AutoCloseable {
  private final Semaphore entered = new Semaphore(0);
  private final CountDownLatch opened = new CountDownLatch(1);

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    entered.release();
    while (opened.getCount() > 0) {
      try {
        opened.await();
      } catch (InterruptedException _) {
        // deaf
      }
    }
    return in;
  }

  /** Waits until one more call is in. */
  void awaitCall() throws InterruptedException {
    if (!entered.tryAcquire(1, TimeUnit.MINUTES)) {
      throw new AssertionError("no call came");
    }
  }

  /** How many calls came that nobody waited for. */
  int calls() {
    return entered.availablePermits();
  }

  /** Lets all calls out. */
  @Override
  public void close() {
    opened.countDown();
  }
}
