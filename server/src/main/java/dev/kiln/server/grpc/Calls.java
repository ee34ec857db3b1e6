package dev.kiln.server.grpc;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.server.calls.Journal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** What all calls share, and how many there are. */
final class Calls {
  /** What a caller may send before it is asked to, and we hold for it. */
  static final int WINDOW = 64 << 10;

  /** What a message may have beside its list. */
  private static final int OTHER_FIELDS = 64 << 10;

  private static final Ending DRAINING = new Ending.Busy("this host is about to end");

  private final Evaluator evaluator;
  private final Journal journal;
  private final Duration slowBody;
  private final Executor loops;
  private final Set<Exchange<?, ?>> receiving = ConcurrentHashMap.newKeySet();

  /** Those that wait for room hold what they sent ahead: twice the budget in all, if they do. */
  private final long mostReceiving;

  private int open; // guarded by this
  private volatile boolean draining;

  Calls(Evaluator evaluator, Journal journal, Duration slowBody, Executor loops) {
    this.evaluator = evaluator;
    this.journal = journal;
    this.slowBody = slowBody;
    this.loops = loops;
    this.mostReceiving = Math.max(1024, 2 * evaluator.limits().maxBytesInFlight() / WINDOW);
  }

  Evaluator evaluator() {
    return evaluator;
  }

  Journal journal() {
    return journal;
  }

  /** Runs what must not run within the work of another call. */
  Executor loops() {
    return loops;
  }

  /** The largest message. */
  long maxMessage() {
    return evaluator.limits().maxMessageBytes() + OTHER_FIELDS;
  }

  /** What a message claims before it comes: enough for most, and for many of them at once. */
  long usualMessage() {
    long many = evaluator.limits().maxBytesInFlight();
    return Math.min(Math.min(maxMessage(), many), Math.max(WINDOW, many / 64));
  }

  /** One more call; not, and why not, if no more are taken. */
  synchronized Optional<Ending> enter(Exchange<?, ?> call) {
    open++;
    Optional<Ending> refusal = draining ? Optional.of(DRAINING) : evaluator.draining().map(e -> e);
    if (refusal.isPresent()) {
      return refusal;
    }
    if (receiving.size() >= mostReceiving) {
      return Optional.of(evaluator.budget().spent());
    }
    receiving.add(call);
    return Optional.empty();
  }

  /** The call's message is here. */
  void received(Exchange<?, ?> call) {
    receiving.remove(call);
  }

  /** The call is over and its answer is gone. */
  void leave(Exchange<?, ?> call) {
    receiving.remove(call);
    synchronized (this) {
      open--;
      notifyAll();
    }
  }

  /** Looks after those whose message does not come. Called a few times a second. */
  void hurry() {
    receiving.forEach(call -> call.hurry(slowBody));
  }

  /** Takes no more calls. */
  void drain() {
    draining = true;
  }

  /** Waits until every call is over and its answer gone; false if that takes longer. */
  synchronized boolean awaitEnd(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (open > 0) {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
