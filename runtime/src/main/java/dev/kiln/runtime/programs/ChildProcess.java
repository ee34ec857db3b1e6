package dev.kiln.runtime.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One started program, and what it reads and writes. It leads a process group, of which nothing is
 * left once it has ended.
 *
 * <p>Its streams need not be closed: that happens when it ends. Only stdin is, to say that there is
 * no more to read.
 */
public final class ChildProcess {
  private static final long KILL_SECONDS = 60;
  private static final int SIGNALLED = 128;

  private final long id;
  private final Process process;
  private final LaunchSpec launch;
  private final ChildProcesses among;
  private final CompletableFuture<Integer> ended;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private boolean ending; // guarded by this
  private @Nullable Future<?> next; // guarded by this; what happens if it goes on

  ChildProcess(long id, Process process, LaunchSpec launch, ChildProcesses among) {
    this.id = id;
    this.process = process;
    this.launch = launch;
    this.among = among;
    this.ended = launch.ends().ended(process);
  }

  /**
   * Follows it to its end.
   *
   * @param release done once nothing of it is left, before anybody is told
   */
  void watch(Runnable release) {
    var _ = ended.whenComplete((_, _) -> lingers());
    var _ = process.onExit().thenCompose(_ -> reaped()).whenComplete((_, _) -> finished(release));
  }

  /** What it reads. Writing blocks while it reads nothing, and fails once it has ended. */
  public OutputStream stdin() {
    return process.getOutputStream();
  }

  /** What it writes. Reading blocks; that it ended does not mean that this does. */
  public InputStream stdout() {
    return process.getInputStream();
  }

  /** What it writes for people. Reading blocks, as of {@link #stdout()}. */
  public InputStream stderr() {
    return process.getErrorStream();
  }

  /** The id of its process. */
  public long pid() {
    return process.pid();
  }

  /** How it was started. */
  public LaunchSpec launch() {
    return launch;
  }

  /** Its exit code, once all that it will ever write can be read; 128 + n for signal n. */
  public CompletableFuture<Integer> ended() {
    return ended;
  }

  /** Whether it may be given its input. */
  boolean isAlive() {
    return !ended.isDone() && process.isAlive();
  }

  /** Done once nothing of it is left, and its place is free. */
  public CompletableFuture<Void> gone() {
    return gone;
  }

  /** Asks it to end, and kills it if it has not done so after the grace. Does not block. */
  public void end() {
    synchronized (this) {
      if (ending) {
        return;
      }
      ending = true;
    }
    if (process.isAlive()) {
      signal("TERM");
      after(this::kill);
    }
  }

  /** Ends it now. Does not block. */
  public void kill() {
    synchronized (this) {
      ending = true;
    }
    if (process.isAlive()) {
      signal("KILL");
      process.toHandle().destroyForcibly(); // whoever else does it
    }
  }

  private void signal(String name) {
    if (!among.keeper().signal(name, pid())) {
      List<ProcessHandle> below = process.toHandle().descendants().toList();
      process.toHandle().destroy();
      below.forEach(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
  }

  /** What it was started with may stay a little longer than what was started. */
  private void lingers() {
    if (process.isAlive()) {
      after(this::end);
    }
  }

  private synchronized void after(Runnable step) {
    if (next != null) {
      next.cancel(false);
    }
    next = among.scheduleAfterGrace(step);
  }

  private CompletableFuture<Process> reaped() {
    boolean asked;
    synchronized (this) {
      asked = ending;
      if (next != null) {
        next.cancel(false);
      }
    }
    List<String> also = launch.ends().kill();
    boolean byItself = !asked && process.exitValue() <= SIGNALLED;
    return also.isEmpty() || byItself
        ? CompletableFuture.completedFuture(process)
        : run(also).orTimeout(KILL_SECONDS, TimeUnit.SECONDS);
  }

  private CompletableFuture<Process> run(List<String> command) {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    try {
      return builder
          .redirectInput(Redirect.from(ChildProcesses.NOTHING))
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start()
          .onExit();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void finished(Runnable release) {
    among.keeper().forget(id);
    launch.ends().gone();
    release.run();
    gone.complete(null);
  }
}
