package dev.kiln.runtime.instances;

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
  private final Instances owner;
  private final CompletableFuture<Integer> whenEnded;
  private final CompletableFuture<Void> whenGone = new CompletableFuture<>();
  private boolean isEnding; // guarded by this
  private @Nullable Future<?> pendingStep; // guarded by this; runs if the process does not end

  ChildProcess(long id, Process process, LaunchSpec launch, Instances owner) {
    this.id = id;
    this.process = process;
    this.launch = launch;
    this.owner = owner;
    this.whenEnded = launch.termination().whenEnded(process);
  }

  /**
   * Watches the process until it ends.
   *
   * @param release runs once no process of the group is left, before {@link #whenGone} completes
   */
  void watch(Runnable release) {
    var _ = whenEnded.whenComplete((_, _) -> endClientAfterGrace());
    var _ =
        process
            .onExit()
            .thenCompose(_ -> killRemains())
            .whenComplete((_, _) -> completeGone(release));
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
    return launch.termination().isStartFailure(exitCode);
  }

  @Override
  public CompletableFuture<Integer> whenEnded() {
    return whenEnded;
  }

  @Override
  public boolean isAlive() {
    return !whenEnded.isDone() && process.isAlive();
  }

  /** Completes once no process of its group is left and its place is free. */
  public CompletableFuture<Void> whenGone() {
    return whenGone;
  }

  /** Sends TERM, and kills it if it still runs after the grace period. Does not block. */
  @Override
  public void end() {
    synchronized (this) {
      if (isEnding) {
        return;
      }
      isEnding = true;
    }
    if (process.isAlive()) {
      signal("TERM");
      runAfterGrace(this::kill);
    }
  }

  @Override
  public void kill() {
    synchronized (this) {
      isEnding = true;
    }
    if (process.isAlive()) {
      signal("KILL");
      process.toHandle().destroyForcibly(); // even if the group could be signalled
    }
  }

  private void signal(String name) {
    if (!owner.guard().signal(name, pid())) {
      List<ProcessHandle> below = process.toHandle().descendants().toList();
      process.toHandle().destroy();
      below.forEach(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
  }

  /**
   * The process may outlive the program: an engine's client stays a little longer than its
   * container.
   */
  private void endClientAfterGrace() {
    if (process.isAlive()) {
      runAfterGrace(this::end);
    }
  }

  private synchronized void runAfterGrace(Runnable step) {
    if (pendingStep != null) {
      pendingStep.cancel(false);
    }
    pendingStep = owner.scheduleAfterGrace(step);
  }

  private CompletableFuture<Process> killRemains() {
    boolean wasAskedToEnd;
    synchronized (this) {
      wasAskedToEnd = isEnding;
      if (pendingStep != null) {
        pendingStep.cancel(false);
      }
    }
    List<String> killCommand = launch.termination().killCommand();
    boolean byItself = !wasAskedToEnd && process.exitValue() <= SIGNALLED;
    return killCommand.isEmpty() || byItself
        ? CompletableFuture.completedFuture(process)
        : run(killCommand).orTimeout(KILL_SECONDS, TimeUnit.SECONDS);
  }

  private CompletableFuture<Process> run(List<String> command) {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    try {
      return builder
          .redirectInput(Redirect.from(Instances.NULL_DEVICE))
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start()
          .onExit();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void completeGone(Runnable release) {
    owner.guard().forget(id);
    launch.termination().onGone();
    release.run();
    whenGone.complete(null);
  }
}
