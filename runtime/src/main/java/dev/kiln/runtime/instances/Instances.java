package dev.kiln.runtime.instances;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All instances that a host has started on this machine, within its limits. No process outlives the
 * host, even if the host is killed.
 *
 * <p>The helper threads and the guard process start with the first process.
 */
public final class Instances implements AutoCloseable {
  static final File NULL_DEVICE = new File("/dev/null");

  /** Drops tasks after shutdown: all processes have ended, so no later step is needed. */
  private static final RejectedExecutionHandler DROP_AFTER_SHUTDOWN = (_, _) -> {};

  private static final int IDLE_SECONDS = 10;
  private static final int KILL_MILLIS = 5000;

  private final InstanceLimits limits;
  private final ScheduledThreadPoolExecutor timer;
  private final ThreadPoolExecutor asyncExecutor =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          daemon("kiln-instances"),
          DROP_AFTER_SHUTDOWN);
  private final ProcessGuard guard;
  private final InstanceScheduler scheduler;
  private final Set<ChildProcess> processes = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastId = new AtomicLong();
  private final ReadWriteLock closeLock = new ReentrantReadWriteLock();
  private volatile boolean closed;
  private @Nullable Thread shutdownHook; // guarded by this

  public Instances(InstanceLimits limits) {
    this.limits = limits;
    this.timer =
        new ScheduledThreadPoolExecutor(1, daemon("kiln-instances-clock"), DROP_AFTER_SHUTDOWN);
    timer.setRemoveOnCancelPolicy(true);
    this.guard = new ProcessGuard(timer);
    this.scheduler = new InstanceScheduler(limits, this);
  }

  private static ThreadFactory daemon(String name) {
    return Thread.ofPlatform().daemon().name(name).factory();
  }

  /**
   * Starts an instance that keeps running, independent of calls. It occupies its place until it is
   * gone. If all places are taken, this method waits for one.
   *
   * @param memoryBytes the memory it may use, 0 if unknown
   * @throws ProgramStartException if it cannot be started
   * @throws PoolExhaustedException if there is no place for it by the deadline
   */
  public Instance start(InstanceLauncher launch, long memoryBytes, Instant deadline)
      throws InterruptedException {
    var settings = new PoolSettings(0, 1, PoolSettings.DEFAULTS.idle(), memoryBytes);
    InstanceQueue queue = queue(launch.label(), () -> launch, settings, new PoolCounts());
    queue.markLongRunning();
    try {
      return queue.take(deadline);
    } finally {
      queue.close();
    }
  }

  /**
   * Like {@link #start(InstanceLauncher, long, Instant)}, but waits at most twice the grace period,
   * which is enough for another instance to end.
   */
  public Instance start(InstanceLauncher launch, long memoryBytes) throws InterruptedException {
    return start(launch, memoryBytes, Instant.now().plus(limits.grace()).plus(limits.grace()));
  }

  /** Creates the queue of one function, which lives across calls. */
  InstanceQueue queue(String name, Launcher launcher, PoolSettings settings, PoolCounts counts) {
    return new InstanceQueue(
        name, scheduler, new InstancePool(launcher, settings, scheduler, counts), counts);
  }

  /**
   * Starts a process; its room is already reserved.
   *
   * @param release releases the room once no process of its group is left
   */
  ChildProcess launch(LaunchSpec launch, Consumer<Instance> release) {
    closeLock.readLock().lock();
    try {
      if (closed || !ensureShutdownHook()) {
        launch.termination().onGone();
        throw new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, "this host ends");
      }
      return launchGuarded(launch, release);
    } finally {
      closeLock.readLock().unlock();
    }
  }

  /**
   * Whether this process is not shutting down. A signal may end it while a process is being started
   * that the guard process does not know yet. A shutdown hook waits for that start.
   */
  private synchronized boolean ensureShutdownHook() {
    if (shutdownHook == null) {
      Thread waiting = Thread.ofPlatform().name("kiln-instances-end").unstarted(this::stopStarting);
      try {
        Runtime.getRuntime().addShutdownHook(waiting);
      } catch (IllegalStateException e) {
        return false;
      }
      shutdownHook = waiting;
    }
    return true;
  }

  /**
   * Prevents further starts and waits until the guard process knows every process that is being
   * started. The wait has a limit, because a process should end soon.
   */
  void stopStarting() {
    closed = true;
    try {
      if (closeLock.writeLock().tryLock(KILL_MILLIS, TimeUnit.MILLISECONDS)) {
        closeLock.writeLock().unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void removeShutdownHook() {
    if (shutdownHook != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(shutdownHook);
      } catch (IllegalStateException e) {
        // the hook is already running
      }
    }
  }

  private ChildProcess launchGuarded(LaunchSpec launch, Consumer<Instance> release) {
    long id = lastId.incrementAndGet();
    boolean launched = false;
    guard.announce(id, launch.termination().killCommand());
    try {
      Process process = process(launch);
      guard.registerGroup(id, process.pid());
      ChildProcess started = new ChildProcess(id, process, launch, this);
      processes.add(started);
      started.watch(
          () -> {
            processes.remove(started);
            release.accept(started);
          });
      launched = true;
      return started;
    } finally {
      if (!launched) {
        guard.forget(id);
        launch.termination().onGone();
      }
    }
  }

  private static Process process(LaunchSpec launch) {
    Path folder = launch.directory().orElse(Path.of(""));
    var command = new ArrayList<String>(ProcessGuard.sessionCommand());
    command.add(ExecutableSearch.of(launch));
    command.addAll(launch.command().subList(1, launch.command().size()));
    var builder = new ProcessBuilder(command).directory(folder.toAbsolutePath().toFile());
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      String words = e.getMessage() + " (tried: " + String.join(" ", launch.command()) + ")";
      throw new ProgramStartException(ProgramStartException.NOT_EXECUTABLE, words);
    }
  }

  /** The processes that were started and are not gone. */
  List<ChildProcess> processes() {
    return List.copyOf(processes);
  }

  ProcessGuard guard() {
    return guard;
  }

  /** Runs the step on a thread that may block. */
  void runAsync(Runnable step) {
    asyncExecutor.execute(step);
  }

  /** Runs the step after that time; it must not block. */
  Future<?> schedule(long nanos, Runnable step) {
    return timer.schedule(step, nanos, TimeUnit.NANOSECONDS);
  }

  /** Runs the step after the grace period for ending an instance. */
  Future<?> scheduleAfterGrace(Runnable step) {
    return schedule(limits.grace().toNanos(), step);
  }

  /** Ends all running processes and prevents further starts. */
  @Override
  public void close() {
    closeLock.writeLock().lock(); // waits until every process being started is known
    try {
      closed = true;
    } finally {
      closeLock.writeLock().unlock();
    }
    processes.forEach(ChildProcess::end);
    CompletableFuture<?> all =
        CompletableFuture.allOf(
            processes.stream().map(ChildProcess::whenGone).toArray(CompletableFuture<?>[]::new));
    try {
      all.get(2 * limits.grace().toMillis() + KILL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // the guard process kills the rest
    }
    guard.close();
    removeShutdownHook();
    timer.shutdownNow();
    asyncExecutor.shutdown();
  }
}
