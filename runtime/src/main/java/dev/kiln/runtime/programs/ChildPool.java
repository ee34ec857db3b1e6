package dev.kiln.runtime.programs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The child processes of one function: the idle children, and the queue of calls that wait for one.
 * The {@link ChildScheduler} guards all state, except where a comment says otherwise.
 */
final class ChildPool {
  private final Launcher launcher;
  private final PoolSettings settings;
  private final ChildScheduler room;
  private final PoolCounts counts;
  private final PoolSizing size;
  private final PoolTimer alarm;
  private final Backoff starts = new Backoff();
  private final Backoff deaths = new Backoff();
  private final Deque<Instance> idle = new ArrayDeque<>();
  private final Set<Instance> leaving = new HashSet<>();
  private final Deque<QueueTicket> waiting = new ArrayDeque<>();
  private int busy;
  private int starting; // ahead of a call
  private boolean closed;
  private boolean kept;
  private int wanted; // the number of idle children to keep
  private boolean growing; // whether to start children if there are fewer
  private @Nullable ProgramStartException lastWords;

  ChildPool(Launcher launcher, PoolSettings settings, ChildScheduler room, PoolCounts counts) {
    this.launcher = launcher;
    this.settings = settings;
    this.room = room;
    this.counts = counts;
    this.size = new PoolSizing(settings, System.nanoTime());
    this.alarm = new PoolTimer(room);
  }

  PoolSettings settings() {
    return settings;
  }

  long memory() {
    return settings.memoryBytes();
  }

  /** Whether its child is kept running and serves no single call. */
  boolean isKept() {
    return kept;
  }

  int idle() {
    return idle.size();
  }

  int busy() {
    return busy;
  }

  /** The number of children that are idle or are being started ahead of a call. */
  int ahead() {
    return idle.size() + starting;
  }

  boolean isFull() {
    return ahead() + busy >= settings.max();
  }

  /** How many children to start for queued calls, within this pool's own maximum. */
  int wanting() {
    int unserved = waiting.size() - starting;
    return Math.max(0, Math.min(unserved, settings.max() - ahead() - busy));
  }

  long firstTurn() {
    return waiting.isEmpty() ? Long.MAX_VALUE : waiting.getFirst().number;
  }

  /** Keeps idle children from now on. */
  void wake() {
    size.turn(true);
  }

  /** Keeps enough idle children for this many expected calls. */
  void expect(int calls) {
    size.expect(calls);
  }

  /** Marks its child as kept running, independent of calls. */
  void keep() {
    kept = true;
  }

  /** Adds a call to the queue. */
  void join(QueueTicket turn) {
    if (closed) {
      turn.complete(refusal());
      return;
    }
    waiting.add(turn);
    size.began(System.nanoTime(), busy + waiting.size());
  }

  private static Grant refusal() {
    return new Grant.Refused(
        new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, "it is not run any more"));
  }

  /** Removes a call that gave up. The next call gets whatever was granted to it in the meantime. */
  void leave(QueueTicket turn) {
    if (!waiting.remove(turn)) {
      switch (turn.join()) {
        case Grant.Waiting(Instance child) -> {
          busy(-1);
          if (!child.isAlive()) {
            counts.deaths.increment();
          } else {
            idle.addFirst(child);
            counts.idle.increment();
          }
        }
        case Grant.Start _ -> unstarted(null);
        case Grant.Refused _ -> {}
      }
    }
  }

  /** Hands idle children to the queued calls, or refuses the calls while starts fail. */
  void serve() {
    for (Instance child = next(); child != null; child = next()) {
      busy(1);
      deaths.clear();
      waiting.remove().complete(new Grant.Waiting(child));
    }
    ProgramStartException words = lastWords;
    if (words != null && starts.left(System.nanoTime()) > 0) {
      waiting.forEach(turn -> turn.complete(new Grant.Refused(words)));
      waiting.clear();
    }
  }

  private @Nullable Instance next() {
    if (!waiting.isEmpty()) {
      for (var all = idle.iterator(); all.hasNext(); ) {
        Instance child = all.next();
        if (child.isAlive()) { // a dead child is about to be removed
          all.remove();
          counts.idle.decrement();
          return child;
        }
      }
    }
    return null;
  }

  /** Lets the first call in the queue start a child; its room is already reserved. */
  void grantStart() {
    busy(1);
    waiting.remove().complete(new Grant.Start());
  }

  private void busy(int more) {
    busy += more;
    if (more < 0) {
      size.ended(System.nanoTime());
    }
    counts.busy.add(more);
  }

  /** Records the end of a call. */
  void done(@Nullable ProgramStartException failure) {
    busy(-1);
    if (failure == null) {
      starts.clear();
      lastWords = null;
    } else {
      failed(failure);
    }
  }

  /** Releases the room of a call that was allowed to start a child and did not. */
  void unstarted(@Nullable ProgramStartException failure) {
    busy(-1);
    room.release(this);
    if (failure != null) {
      failed(failure);
    }
  }

  private void failed(ProgramStartException failure) {
    counts.failedStarts.increment();
    lastWords = failure;
    starts.failed(System.nanoTime());
  }

  /** Ends idle children that are no longer needed, and decides whether to start more. */
  void fit() {
    long now = System.nanoTime();
    wanted = size.wanted(now);
    while (idle.size() > wanted) {
      evict();
    }
    if (idle.size() > settings.min()) {
      alarm.at(now + settings.idle().toNanos() / 4);
    }
    long patience = size.patience(now, isShort(), ahead(), busy);
    long pause = Math.max(patience, Math.max(starts.left(now), deaths.left(now)));
    growing = pause == 0;
    if (pause > 0 && isShort()) {
      alarm.at(now + pause);
    }
  }

  private boolean isShort() {
    return ahead() < wanted && !isFull();
  }

  /** Whether the pool needs one more child, if there is room. */
  boolean lacks() {
    return growing && isShort();
  }

  /** Starts a child ahead of a call; its room is already reserved. */
  void grow() {
    starting++;
    fit(); // may find that one is enough for now
    room.children().runAsync(this::startAhead);
  }

  /** Ends the newest idle child. The older ones had more time to get ready. */
  void evict() {
    Instance child = idle.removeLast();
    counts.idle.decrement();
    leaving.add(child);
    room.ending(this);
    room.children().runAsync(child::kill);
  }

  /** Starts a child; its room is already reserved. Blocks and needs no lock. */
  Instance start() {
    Instance child = launched();
    counts.starts.increment();
    return child;
  }

  private Instance launched() {
    try {
      return launcher.next().launch(room.children(), child -> room.update(() -> gone(child)));
    } catch (ProgramStartException e) {
      throw e;
    } catch (RuntimeException e) { // any exception of a launcher means that the start failed
      throw new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, e.toString());
    }
  }

  private void gone(Instance child) {
    if (leaving.remove(child)) {
      room.ended(this);
    } else {
      room.release(this);
    }
  }

  private void startAhead() {
    try {
      Instance child = start();
      room.update(() -> started(child));
      var _ = child.ended().whenComplete((code, _) -> died(child, code == null ? 0 : code));
    } catch (ProgramStartException e) {
      room.update(() -> notStarted(e));
    }
  }

  private void started(Instance child) {
    starting--;
    idle.addLast(child);
    counts.idle.increment();
    if (closed) {
      evict();
    }
  }

  private void notStarted(ProgramStartException failure) {
    starting--;
    room.release(this);
    failed(failure);
  }

  /**
   * Handles the end of a child. An idle child ended unexpectedly. For a busy child, its call reads
   * the output and the exit code.
   */
  private void died(Instance child, int exitCode) {
    room.update(
        () -> {
          if (idle.remove(child)) {
            ProgramStartException failure = StartFailure.find(child, exitCode).orElse(null);
            counts.idle.decrement();
            counts.deaths.increment();
            if (failure == null) {
              deaths.failed(System.nanoTime());
            } else {
              failed(failure);
            }
          }
        });
  }

  /** Refuses the queued calls and ends the idle children. */
  void close() {
    closed = true;
    waiting.forEach(turn -> turn.complete(refusal()));
    waiting.clear();
    size.turn(false);
    fit();
    alarm.clear();
  }
}
