package dev.kiln.server.grpc;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.NothingRanException;
import dev.kiln.server.admission.Admission;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.PendingCalls;
import java.time.Duration;
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

  private final Evaluator evaluator;
  private final Callers callers;
  private final CallListener callListener;
  private final ConnectionLimits limits;
  private final Executor eventLoops;
  private final Admission admission;
  private final PendingCalls pending = new PendingCalls();
  private final Set<GrpcServerCall<?, ?>> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger receiving = new AtomicInteger();

  /**
   * How many calls may wait for their messages. Each may hold one window, so all of them hold at
   * most twice the budget.
   */
  private final long mostReceiving;

  OpenCalls(
      Evaluator evaluator,
      Callers callers,
      CallListener journal,
      ConnectionLimits limits,
      Executor eventLoops) {
    this.evaluator = evaluator;
    this.callers = callers;
    this.callListener = journal;
    this.limits = limits;
    this.eventLoops = eventLoops;
    this.admission = new Admission(evaluator, OTHER_FIELDS, WINDOW);
    this.mostReceiving = Math.max(1024, 2 * evaluator.limits().maxBytesInFlight() / WINDOW);
  }

  Evaluator evaluator() {
    return evaluator;
  }

  /** Tells who makes a call. */
  Callers callers() {
    return callers;
  }

  /** How long a call may take. */
  Duration timeout() {
    return evaluator.limits().timeout();
  }

  CallListener callListener() {
    return callListener;
  }

  /** Runs what must not run within the work of another call. */
  Executor eventLoops() {
    return eventLoops;
  }

  /** Claims room for the messages of this door. */
  Admission admission() {
    return admission;
  }

  /**
   * Registers a call.
   *
   * @throws NothingRanException if no more calls are accepted
   */
  void register(GrpcServerCall<?, ?> call) {
    if (open.add(call)) {
      pending.begin();
    }
    admission.requireNotDraining();
    if (receiving.incrementAndGet() > mostReceiving) {
      receiving.decrementAndGet();
      throw admission.exhaustedBudget();
    }
  }

  /** The message of a call that was taken is here, or will not come. */
  void messageReceived() {
    receiving.decrementAndGet();
  }

  /** The call is over and its answer is gone. */
  void remove(GrpcServerCall<?, ?> call) {
    if (open.remove(call)) {
      pending.end();
    }
  }

  /** Ends calls that take too long to send or to read. Called a few times a second. */
  void enforceTimeouts() {
    open.forEach(call -> call.enforceTimeouts(limits));
  }

  /** Waits until every call is over and its answer gone; false if that takes longer. */
  boolean awaitEnd(Duration atMost) throws InterruptedException {
    return pending.await(atMost);
  }
}
