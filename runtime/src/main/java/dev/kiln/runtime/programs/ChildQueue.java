package dev.kiln.runtime.programs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Hands out children to the calls of one function, in the order of their arrival. */
final class ChildQueue {
  /**
   * How long before its deadline a call is refused for lack of room, so that the answer is in time.
   */
  private static final Duration SOONER = Duration.ofMillis(100);

  private final String name;
  private final ChildScheduler room;
  private final ChildPool pool;
  private final PoolCounts counts;

  ChildQueue(String name, ChildScheduler room, ChildPool pool, PoolCounts counts) {
    this.name = name;
    this.room = room;
    this.pool = pool;
    this.counts = counts;
    room.update(() -> room.add(pool));
  }

  void wake() {
    room.update(pool::wake);
  }

  void expect(int calls) {
    room.update(() -> pool.expect(calls));
  }

  void keep() {
    room.update(pool::keep);
  }

  /**
   * Takes a child for one call. The caller reports its end with {@link #done}.
   *
   * @throws ProgramStartException if no child can be started
   * @throws PoolExhaustedException if there was no room until shortly before the deadline
   */
  Instance take(Instant deadline) throws InterruptedException {
    if (!room.canEverFit(pool.memory())) {
      throw new PoolExhaustedException(noRoom());
    }
    var turn = new QueueTicket(room.nextTurn());
    room.update(() -> pool.join(turn));
    boolean hit = turn.isDone() && turn.join() instanceof Grant.Waiting;
    (hit ? counts.hits : counts.misses).increment();
    Grant grant = turn.isDone() ? turn.join() : await(turn, deadline);
    // no pattern switch: every process links it anew at run time, which slows short runs
    if (grant instanceof Grant.Waiting(Instance child)) {
      return child;
    }
    if (grant instanceof Grant.Refused(ProgramStartException why)) {
      throw why;
    }
    return start();
  }

  private Grant await(QueueTicket turn, Instant deadline) throws InterruptedException {
    long since = System.nanoTime();
    try {
      return turn.get(wait(deadline), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String why = noRoom();
      room.update(() -> pool.leave(turn));
      throw new PoolExhaustedException(why);
    } catch (InterruptedException e) {
      room.update(() -> pool.leave(turn));
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // tickets never complete exceptionally
    } finally {
      counts.waits.increment();
      counts.waitNanos.add(System.nanoTime() - since);
    }
  }

  private static long wait(Instant deadline) {
    if (deadline.equals(Instant.MAX)) {
      return Long.MAX_VALUE;
    }
    Duration left = Duration.between(Instant.now(), deadline);
    Duration sooner = SOONER.compareTo(left.dividedBy(10)) < 0 ? SOONER : left.dividedBy(10);
    return left.minus(sooner).toNanos();
  }

  private String noRoom() {
    return "there is no room to run " + name + ": " + room.shortage(pool);
  }

  private Instance start() {
    try {
      return pool.start();
    } catch (ProgramStartException e) {
      room.update(() -> pool.unstarted(e));
      throw e;
    }
  }

  /** Records that the child of a call has ended or is about to. */
  void done(@Nullable ProgramStartException failure) {
    room.update(() -> pool.done(failure));
  }

  void close() {
    room.update(
        () -> {
          pool.close();
          room.remove(pool);
        });
  }
}
