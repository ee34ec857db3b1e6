package dev.kiln.runtime.instances;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The instances of one function: the idle instances, and the queue of calls that wait for one. The
 * {@link InstanceScheduler} guards all state, except where a comment says otherwise.
 */
final class InstancePool {
  private final Launcher launcher;
  private final PoolSettings settings;
  private final InstanceScheduler scheduler;
  private final PoolCounts counts;
  private final PoolSizing sizing;
  private final PoolTimer updateTimer;
  private final Backoff startBackoff = new Backoff();
  private final Backoff deathBackoff = new Backoff();
  private final Deque<Instance> idle = new ArrayDeque<>();
  private final Set<Instance> evicted = new HashSet<>();
  private final Deque<QueueTicket> queue = new ArrayDeque<>();
  private int busy;
  private int starting; // ahead of a call
  private boolean closed;
  private boolean isLongRunning;
  private int wantedIdle; // the number of idle instances to keep
  private boolean mayStartAhead; // whether to start instances if there are fewer
  private volatile @Nullable ProgramStartException lastStartFailure; // read without the guard

  InstancePool(
      Launcher launcher, PoolSettings settings, InstanceScheduler scheduler, PoolCounts counts) {
    this.launcher = launcher;
    this.settings = settings;
    this.scheduler = scheduler;
    this.counts = counts;
    this.sizing = new PoolSizing(settings, System.nanoTime());
    this.updateTimer = new PoolTimer(scheduler);
  }

  PoolSettings settings() {
    return settings;
  }

  long memory() {
    return settings.memoryBytes();
  }

  /** Whether its instance is kept running and serves no single call. */
  boolean isLongRunning() {
    return isLongRunning;
  }

  /** Why the last start failed; empty if it did not. */
  Optional<ProgramStartException> lastStartFailure() {
    return Optional.ofNullable(lastStartFailure);
  }

  int idle() {
    return idle.size();
  }

  int busy() {
    return busy;
  }

  /** The number of instances that are idle or are being started ahead of a call. */
  int idleOrStarting() {
    return idle.size() + starting;
  }

  boolean isFull() {
    return idleOrStarting() + busy >= settings.max();
  }

  /** How many instances to start for queued calls, within this pool's own maximum. */
  int neededStarts() {
    int unserved = queue.size() - starting;
    return Math.max(0, Math.min(unserved, settings.max() - idleOrStarting() - busy));
  }

  long firstTicketNumber() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.getFirst().number;
  }

  /** Keeps idle instances from now on. */
  void enableIdleInstances() {
    sizing.setEnabled(true);
  }

  /** Keeps enough idle instances for this many expected calls. */
  void expectCalls(int calls) {
    sizing.expectCalls(calls);
  }

  /** Marks its instance as kept running, independent of calls. */
  void markLongRunning() {
    isLongRunning = true;
  }

  /** Adds a call to the queue. */
  void enqueue(QueueTicket ticket) {
    if (closed) {
      ticket.complete(refusal());
      return;
    }
    queue.add(ticket);
    sizing.callStarted(System.nanoTime(), busy + queue.size());
  }

  private static Grant refusal() {
    return new Grant.Refused(
        new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, "it is not run any more"));
  }

  /** Removes a call that gave up. The next call gets whatever was granted to it in the meantime. */
  void dequeue(QueueTicket ticket) {
    if (!queue.remove(ticket)) {
      switch (ticket.join()) {
        case Grant.IdleInstance(Instance instance) -> {
          busy(-1);
          if (!instance.isAlive()) {
            counts.deaths.increment();
          } else {
            idle.addFirst(instance);
            counts.idle.increment();
          }
        }
        case Grant.StartPermit _ -> releaseUnusedGrant(null);
        case Grant.Refused _ -> {}
      }
    }
  }

  /** Hands idle instances to the queued calls, or refuses the calls while starts fail. */
  void serveQueue() {
    for (Instance instance = takeIdleInstance(); instance != null; instance = takeIdleInstance()) {
      busy(1);
      deathBackoff.recordSuccess();
      queue.remove().complete(new Grant.IdleInstance(instance));
    }
    ProgramStartException failure = lastStartFailure;
    if (failure != null && startBackoff.remaining(System.nanoTime()) > 0) {
      queue.forEach(ticket -> ticket.complete(new Grant.Refused(failure)));
      queue.clear();
    }
  }

  private @Nullable Instance takeIdleInstance() {
    if (!queue.isEmpty()) {
      for (var all = idle.iterator(); all.hasNext(); ) {
        Instance instance = all.next();
        if (instance.isAlive()) { // a dead instance is about to be removed
          all.remove();
          counts.idle.decrement();
          return instance;
        }
      }
    }
    return null;
  }

  /** Lets the first call in the queue start an instance; its room is already reserved. */
  void grantStart() {
    busy(1);
    queue.remove().complete(new Grant.StartPermit());
  }

  private void busy(int more) {
    busy += more;
    if (more < 0) {
      sizing.callEnded(System.nanoTime());
    }
    counts.busy.add(more);
  }

  /** Records the end of a call. */
  void callEnded(@Nullable ProgramStartException failure) {
    busy(-1);
    if (failure == null) {
      startBackoff.recordSuccess();
      lastStartFailure = null;
    } else {
      recordStartFailure(failure);
    }
  }

  /** Releases the room of a call that was allowed to start an instance and did not. */
  void releaseUnusedGrant(@Nullable ProgramStartException failure) {
    busy(-1);
    scheduler.release(this);
    if (failure != null) {
      recordStartFailure(failure);
    }
  }

  private void recordStartFailure(ProgramStartException failure) {
    counts.failedStarts.increment();
    lastStartFailure = failure;
    startBackoff.recordFailure(System.nanoTime());
  }

  /** Ends idle instances that are no longer needed, and decides whether to start more. */
  void adjustSize() {
    long now = System.nanoTime();
    wantedIdle = sizing.wantedIdle(now);
    while (idle.size() > wantedIdle) {
      evict();
    }
    if (idle.size() > settings.min()) {
      updateTimer.scheduleAt(now + settings.idle().toNanos() / 4);
    }
    long startDelay = sizing.startDelay(now, isBelowWanted(), idleOrStarting(), busy);
    long pause =
        Math.max(startDelay, Math.max(startBackoff.remaining(now), deathBackoff.remaining(now)));
    mayStartAhead = pause == 0;
    if (pause > 0 && isBelowWanted()) {
      updateTimer.scheduleAt(now + pause);
    }
  }

  private boolean isBelowWanted() {
    return idleOrStarting() < wantedIdle && !isFull();
  }

  /** Whether the pool needs one more instance, if there is room. */
  boolean needsStartAhead() {
    return mayStartAhead && isBelowWanted();
  }

  /** Starts an instance ahead of a call; its room is already reserved. */
  void submitStartAhead() {
    starting++;
    adjustSize(); // may find that one is enough for now
    scheduler.instances().runAsync(this::startAhead);
  }

  /** Ends the newest idle instance. The older ones had more time to get ready. */
  void evict() {
    Instance instance = idle.removeLast();
    counts.idle.decrement();
    evicted.add(instance);
    scheduler.markEnding(this);
    scheduler.instances().runAsync(instance::kill);
  }

  /** Starts an instance; its room is already reserved. Blocks and needs no lock. */
  Instance start() {
    Instance instance = launch();
    counts.starts.increment();
    return instance;
  }

  private Instance launch() {
    try {
      return launcher
          .next()
          .launch(
              scheduler.instances(), instance -> scheduler.update(() -> instanceGone(instance)));
    } catch (ProgramStartException e) {
      throw e;
    } catch (RuntimeException e) { // any exception of a launcher means that the start failed
      throw new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, e.toString());
    }
  }

  private void instanceGone(Instance instance) {
    if (evicted.remove(instance)) {
      scheduler.releaseEnded(this);
    } else {
      scheduler.release(this);
    }
  }

  private void startAhead() {
    try {
      Instance instance = start();
      scheduler.update(() -> instanceStarted(instance));
      var _ =
          instance
              .whenEnded()
              .whenComplete((code, _) -> instanceDied(instance, code == null ? 0 : code));
    } catch (ProgramStartException e) {
      scheduler.update(() -> instanceNotStarted(e));
    }
  }

  private void instanceStarted(Instance instance) {
    starting--;
    idle.addLast(instance);
    counts.idle.increment();
    if (closed) {
      evict();
    }
  }

  private void instanceNotStarted(ProgramStartException failure) {
    starting--;
    scheduler.release(this);
    recordStartFailure(failure);
  }

  /**
   * Handles the end of an instance. An idle instance ended unexpectedly. For a busy instance, its
   * call reads the output and the exit code.
   */
  private void instanceDied(Instance instance, int exitCode) {
    scheduler.update(
        () -> {
          if (idle.remove(instance)) {
            ProgramStartException failure = StartFailure.find(instance, exitCode).orElse(null);
            counts.idle.decrement();
            counts.deaths.increment();
            if (failure == null) {
              deathBackoff.recordFailure(System.nanoTime());
            } else {
              recordStartFailure(failure);
            }
          }
        });
  }

  /** Refuses the queued calls and ends the idle instances. */
  void close() {
    closed = true;
    queue.forEach(ticket -> ticket.complete(refusal()));
    queue.clear();
    sizing.setEnabled(false);
    adjustSize();
    updateTimer.cancel();
  }
}
