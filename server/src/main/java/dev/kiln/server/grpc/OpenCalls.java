package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.ConnectionLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls that are open, and the settings that they share. */
final class OpenCalls {
  /** The HTTP/2 window: how much a caller may send before the door requests the message. */
  static final int WINDOW = 64 << 10;

  /** The room in a message for the fields beside its list. */
  private static final int OTHER_FIELDS = 64 << 10;

  private static final Ending DRAINING = new Ending.Busy("this host is about to end");

  private final Evaluator evaluator;
  private final CallListener journal;
  private final ConnectionLimits limits;
  private final Executor loops;
  private final Set<GrpcServerCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger receiving = new AtomicInteger();

  /**
   * How many calls may wait for their messages. Each may hold one window, so all of them hold at
   * most twice the budget.
   */
  private final long mostReceiving;

  private volatile boolean draining;
  private volatile boolean awaited;

  OpenCalls(Evaluator evaluator, CallListener journal, ConnectionLimits limits, Executor loops) {
    this.evaluator = evaluator;
    this.journal = journal;
    this.limits = limits;
    this.loops = loops;
    this.mostReceiving = Math.max(1024, 2 * evaluator.limits().maxBytesInFlight() / WINDOW);
  }

  Evaluator evaluator() {
    return evaluator;
  }

  CallListener journal() {
    return journal;
  }

  /** Runs what must not run within the work of another call. */
  Executor loops() {
    return loops;
  }

  /** Counts a message that comes. */
  MessageMeter meter(BudgetShare share) {
    return new MessageMeter(evaluator, maxMessage(), share);
  }

  private long maxMessage() {
    return evaluator.limits().maxMessageBytes() + OTHER_FIELDS;
  }

  /**
   * How much of the budget a message claims before it arrives: enough for most, and for many of
   * them at once.
   */
  long initialClaim() {
    long many = evaluator.limits().maxBytesInFlight();
    return Math.min(Math.min(maxMessage(), many), Math.max(WINDOW, many / 64));
  }

  /** Registers a call, or returns why no more are accepted. */
  Optional<Ending> enter(GrpcServerCall<?, ?> call) {
    open.add(call);
    if (draining || evaluator.draining().isPresent()) {
      return Optional.of(DRAINING);
    }
    if (receiving.incrementAndGet() > mostReceiving) {
      receiving.decrementAndGet();
      return Optional.of(evaluator.budget().spent());
    }
    return Optional.empty();
  }

  /** The message of a call that was taken is here, or will not come. */
  void received() {
    receiving.decrementAndGet();
  }

  /** The call is over and its answer is gone. */
  void leave(GrpcServerCall<?, ?> call) {
    open.remove(call);
    if (awaited && open.isEmpty()) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** Ends calls that take too long to send or to read. Called a few times a second. */
  void enforceTimeouts() {
    open.forEach(call -> call.enforceTimeouts(limits));
  }

  /** Refuses new calls. */
  void drain() {
    draining = true;
  }

  /** Waits until every call is over and its answer gone; false if that takes longer. */
  synchronized boolean awaitEnd(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    awaited = true;
    while (!open.isEmpty()) {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
