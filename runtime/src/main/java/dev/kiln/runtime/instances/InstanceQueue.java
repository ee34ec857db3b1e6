package dev.kiln.runtime.instances;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Hands out instances to the calls of one function, in the order of their arrival. */
final class InstanceQueue {
  /**
   * How long before its deadline a call is refused for lack of room, so that the answer is in time.
   */
  private static final Duration REFUSAL_MARGIN = Duration.ofMillis(100);

  private final String name;
  private final InstanceScheduler scheduler;
  private final InstancePool pool;
  private final PoolCounts counts;

  InstanceQueue(String name, InstanceScheduler scheduler, InstancePool pool, PoolCounts counts) {
    this.name = name;
    this.scheduler = scheduler;
    this.pool = pool;
    this.counts = counts;
    scheduler.update(() -> scheduler.add(pool));
  }

  void enableIdleInstances() {
    scheduler.update(pool::enableIdleInstances);
  }

  void expectCalls(int calls) {
    scheduler.update(() -> pool.expectCalls(calls));
  }

  void markLongRunning() {
    scheduler.update(pool::markLongRunning);
  }

  /** Why the last start failed; empty if it did not. */
  Optional<ProgramStartException> lastStartFailure() {
    return pool.lastStartFailure();
  }

  /**
   * Takes an instance for one call. The caller reports its end with {@link #callEnded}.
   *
   * @throws ProgramStartException if no instance can be started
   * @throws PoolExhaustedException if there was no room until shortly before the deadline
   */
  Instance take(Instant deadline) throws InterruptedException {
    if (!scheduler.canEverFit(pool.memory())) {
      throw new PoolExhaustedException(noRoomMessage());
    }
    var ticket = new QueueTicket(scheduler.nextTicketNumber());
    scheduler.update(() -> pool.enqueue(ticket));
    boolean hit = ticket.isDone() && ticket.join() instanceof Grant.IdleInstance;
    (hit ? counts.hits : counts.misses).increment();
    Grant grant = ticket.isDone() ? ticket.join() : await(ticket, deadline);
    // no pattern switch: every process links it anew at run time, which slows short runs
    if (grant instanceof Grant.IdleInstance(Instance instance)) {
      return instance;
    }
    if (grant instanceof Grant.Refused(ProgramStartException why)) {
      throw why;
    }
    return start();
  }

  private Grant await(QueueTicket ticket, Instant deadline) throws InterruptedException {
    long since = System.nanoTime();
    try {
      return ticket.get(maxWaitNanos(deadline), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String why = noRoomMessage();
      scheduler.update(() -> pool.dequeue(ticket));
      throw new PoolExhaustedException(why);
    } catch (InterruptedException e) {
      scheduler.update(() -> pool.dequeue(ticket));
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // tickets never complete exceptionally
    } finally {
      counts.waits.increment();
      counts.waitNanos.add(System.nanoTime() - since);
    }
  }

  private static long maxWaitNanos(Instant deadline) {
    if (deadline.equals(Instant.MAX)) {
      return Long.MAX_VALUE;
    }
    Duration left = Duration.between(Instant.now(), deadline);
    Duration margin =
        REFUSAL_MARGIN.compareTo(left.dividedBy(10)) < 0 ? REFUSAL_MARGIN : left.dividedBy(10);
    return left.minus(margin).toNanos();
  }

  private String noRoomMessage() {
    return "there is no room to run " + name + ": " + scheduler.shortageReason(pool);
  }

  private Instance start() {
    try {
      return pool.start();
    } catch (ProgramStartException e) {
      scheduler.update(() -> pool.releaseUnusedGrant(e));
      throw e;
    }
  }

  /** Records that the instance of a call has ended or is about to. */
  void callEnded(@Nullable ProgramStartException failure) {
    scheduler.update(() -> pool.callEnded(failure));
  }

  void close() {
    scheduler.update(
        () -> {
          pool.close();
          scheduler.remove(pool);
        });
  }
}
