package dev.kiln.server.http;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A function that stays in its calls until the test lets them out. */
final class BlockingFunction implements KrmFunction {
  private final Semaphore entered = new Semaphore(0);
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch cancelled = new CountDownLatch(1);

  @Override
  public ResourceList apply(ResourceList in, Call call) {
    entered.release();
    try {
      opened.await();
    } catch (InterruptedException e) {
      if (call.cancelled()) {
        cancelled.countDown();
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

  /** Waits until a call that is in was interrupted, and knows that it is over. */
  void awaitCancelled() throws InterruptedException {
    if (!cancelled.await(1, TimeUnit.MINUTES)) {
      throw new AssertionError("no call was cancelled");
    }
  }

  /** Lets all calls out. */
  void open() {
    opened.countDown();
  }
}
