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
 * A started program with its standard streams. It leads a process group; no process of the group is
 * left once the child is gone.
 *
 * <p>The streams close by themselves when the program ends. A caller closes only stdin, to signal
 * the end of the input.
 */
public final class ChildProcess implements Instance {
  private static final long KILL_SECONDS = 60;
  private static final int SIGNALLED = 128;

  private final long id;
  private final Process process;
  private final LaunchSpec launch;
  private final ChildProcesses among;
  private final CompletableFuture<Integer> ended;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private boolean ending; // guarded by this
  private @Nullable Future<?> next; // guarded by this; runs if the process does not end

  ChildProcess(long id, Process process, LaunchSpec launch, ChildProcesses among) {
    this.id = id;
    this.process = process;
    this.launch = launch;
    this.among = among;
    this.ended = launch.ends().ended(process);
  }

  /**
   * Watches the process until it ends.
   *
   * @param release runs once no process of the group is left, before {@link #gone} completes
   */
  void watch(Runnable release) {
    var _ = ended.whenComplete((_, _) -> lingers());
    var _ = process.onExit().thenCompose(_ -> reaped()).whenComplete((_, _) -> finished(release));
  }

  @Override
  public OutputStream stdin() {
    return process.getOutputStream();
  }

  @Override
  public InputStream stdout() {
    return process.getInputStream();
  }

  @Override
  public InputStream stderr() {
    return process.getErrorStream();
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public String label() {
    return launch.label();
  }

  @Override
  public boolean isUnstarted(int exitCode) {
    return launch.ends().unstarted(exitCode);
  }

  @Override
  public CompletableFuture<Integer> ended() {
    return ended;
  }

  @Override
  public boolean isAlive() {
    return !ended.isDone() && process.isAlive();
  }

  /** Completes once no process of its group is left and its place is free. */
  public CompletableFuture<Void> gone() {
    return gone;
  }

  /** Sends TERM, and kills it if it still runs after the grace period. Does not block. */
  @Override
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

  @Override
  public void kill() {
    synchronized (this) {
      ending = true;
    }
    if (process.isAlive()) {
      signal("KILL");
      process.toHandle().destroyForcibly(); // even if the group could be signalled
    }
  }

  private void signal(String name) {
    if (!among.keeper().signal(name, pid())) {
      List<ProcessHandle> below = process.toHandle().descendants().toList();
      process.toHandle().destroy();
      below.forEach(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
  }

  /**
   * The process may outlive the program: an engine's client stays a little longer than its
   * container.
   */
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
