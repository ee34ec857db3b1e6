package dev.kiln.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the only call of a process. Starting a {@link CallExecutor} with its threads would take
 * longer.
 */
final class SingleCallExecutor<T> implements Runnable, CallExecutor.ExecutionContext {
  private final CallExecutor.Work<T> work;
  private volatile String function = "";
  private volatile @Nullable T answer;

  SingleCallExecutor(CallExecutor.Work<T> work) {
    this.work = work;
  }

  /** Runs the work and returns its answer, at the latest at its deadline. */
  T answer() throws InterruptedException {
    var thread = new CallThread(this, "call-1", 0);
    thread.start();
    boolean done = thread.join(Duration.between(Instant.now(), work.in().deadline().orElseThrow()));
    T result = answer;
    if (done && result != null) {
      return result;
    }
    thread.interrupt();
    work.in().cancellation().cancel();
    return unfinishedAnswer(CallExecutor.timeoutEnding(true, function));
  }

  @Override
  public void run() {
    try {
      answer = work.run().apply(this);
    } catch (Throwable e) {
      answer = unfinishedAnswer(new Ending.Fault(e));
    }
  }

  private T unfinishedAnswer(Ending ending) {
    return work.onUnfinished().apply(new CallExecutor.Unfinished(ending, function));
  }

  @Override
  public Duration timeInQueue() {
    return Duration.ZERO;
  }

  @Override
  public void functionStarted(String name) {
    function = name;
  }

  @Override
  public void addMemory(long bytes) {
    // the only call may use all of the heap
  }

  @Override
  public void keepMemory(long bytes) {
    // nobody waits for the rest
  }

  @Override
  public <R> R runBlocking(Supplier<R> wait) {
    return wait.get();
  }
}
