package dev.kiln.runtime.programs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Where the calls of one function get their children. */
final class Line {
  /** How much sooner than its deadline a call is told that there is no room, for the answer. */
  private static final Duration SOONER = Duration.ofMillis(100);

  private final String name;
  private final Room room;
  private final Pool pool;
  private final PoolCounts counts;

  Line(String name, Room room, Pool pool, PoolCounts counts) {
    this.name = name;
    this.room = room;
    this.pool = pool;
    this.counts = counts;
    room.change(() -> room.add(pool));
  }

  void wake() {
    room.change(pool::wake);
  }

  void expect(int calls) {
    room.change(() -> pool.expect(calls));
  }

  void keep() {
    room.change(pool::keep);
  }

  /**
   * A child for one call; to be told of when it is {@link #done}.
   *
   * @throws CannotStartException if there can be none
   * @throws NoRoomException if there was no room until shortly before the deadline
   */
  Child take(Instant deadline) throws InterruptedException {
    if (!room.holds(pool.memory())) {
      throw new NoRoomException(noRoom());
    }
    var turn = new Turn(room.nextTurn());
    room.change(() -> pool.join(turn));
    boolean hit = turn.isDone() && turn.join() instanceof Grant.Waiting;
    (hit ? counts.hits : counts.misses).increment();
    Grant grant = turn.isDone() ? turn.join() : await(turn, deadline);
    // no switch over patterns: it is put together anew by every process, and short runs come by
    // here
    if (grant instanceof Grant.Waiting(Child child)) {
      return child;
    }
    if (grant instanceof Grant.Refused(CannotStartException why)) {
      throw why;
    }
    return start();
  }

  private Grant await(Turn turn, Instant deadline) throws InterruptedException {
    long since = System.nanoTime();
    try {
      return turn.get(wait(deadline), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String why = noRoom();
      room.change(() -> pool.leave(turn));
      throw new NoRoomException(why);
    } catch (InterruptedException e) {
      room.change(() -> pool.leave(turn));
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

  private Child start() {
    try {
      return pool.start();
    } catch (CannotStartException e) {
      room.change(() -> pool.unstarted(e));
      throw e;
    }
  }

  /** The child of a call has ended, or is about to. */
  void done(@Nullable CannotStartException failure) {
    room.change(() -> pool.done(failure));
  }

  void close() {
    room.change(
        () -> {
          pool.close();
          room.remove(pool);
        });
  }
}
