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

/** What all calls share, and how many there are. */
final class OpenCalls {
  /** What a caller may send before it is asked to, and we hold for it. */
  static final int WINDOW = 64 << 10;

  /** What a message may have beside its list. */
  private static final int OTHER_FIELDS = 64 << 10;

  private static final Ending DRAINING = new Ending.Busy("this host is about to end");

  private final Evaluator evaluator;
  private final CallListener journal;
  private final ConnectionLimits limits;
  private final Executor loops;
  private final Set<GrpcServerCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger receiving = new AtomicInteger();

  /** Those that wait for room hold what they sent ahead: twice the budget in all, if they do. */
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

  /** What a message claims before it comes: enough for most, and for many of them at once. */
  long initialClaim() {
    long many = evaluator.limits().maxBytesInFlight();
    return Math.min(Math.min(maxMessage(), many), Math.max(WINDOW, many / 64));
  }

  /** One more call, whose message is to come; not, and why not, if no more are taken. */
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

  /** Looks after those whose messages do not come or go. Called a few times a second. */
  void enforceTimeouts() {
    open.forEach(call -> call.enforceTimeouts(limits));
  }

  /** Takes no more calls. */
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
