package dev.kiln.runtime.programs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Where the calls of one function get their children. */
final class ChildQueue {
  /** How much sooner than its deadline a call is told that there is no room, for the answer. */
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
   * A child for one call; to be told of when it is {@link #done}.
   *
   * @throws ProgramStartException if there can be none
   * @throws PoolExhaustedException if there was no room until shortly before the deadline
   */
  ChildProcess take(Instant deadline) throws InterruptedException {
    if (!room.canEverFit(pool.memory())) {
      throw new PoolExhaustedException(noRoom());
    }
    var turn = new QueueTicket(room.nextTurn());
    room.update(() -> pool.join(turn));
    boolean hit = turn.isDone() && turn.join() instanceof Grant.Waiting;
    (hit ? counts.hits : counts.misses).increment();
    Grant grant = turn.isDone() ? turn.join() : await(turn, deadline);
    // no switch over patterns: it is put together anew by every process, and short runs come by
    // here
    if (grant instanceof Grant.Waiting(ChildProcess child)) {
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
      throw new IllegalStateException(e); // nobody ends a turn so
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

  private ChildProcess start() {
    try {
      return pool.start();
    } catch (ProgramStartException e) {
      room.update(() -> pool.unstarted(e));
      throw e;
    }
  }

  /** The child of a call has ended, or is about to. */
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
