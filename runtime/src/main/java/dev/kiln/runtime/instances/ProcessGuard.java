package dev.kiln.runtime.instances;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a shell in a session of its own that sends signals to process groups, which Java cannot do.
 * The shell knows all living children. It kills them once its stdin ends, which happens when this
 * host dies for any reason.
 *
 * <p>A line on its stdin is a command. If the shell itself is killed, another one replaces it.
 */
final class ProcessGuard implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM
      ids=
      add() { ids="$ids $1"; eval "group_$1=$2"; }
      signal() { kill -s "$1" -- "-$2" "$2"; }
      drop() {
        [ "$2" = 0 ] || kill -s KILL -- "-$2"
        rest=
        for id in $ids; do [ "$id" = "$1" ] || rest="$rest $id"; done
        ids=$rest
        unset "group_$1"
        unset -f "also_$1"
      }
      while IFS= read -r line; do eval "$line"; done
      for id in $ids; do
        eval "group=\\$group_$id"
        [ "$group" = 0 ] || signal KILL "$group"
      done
      for id in $ids; do "also_$id" & done
      wait
      """;
  private static final Optional<String> SETSID =
      ExecutableSearch.find("setsid").map(file -> file.toAbsolutePath().toString());
  private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);

  private final ScheduledExecutorService clock;
  private final Map<Long, GuardedChild> children = new HashMap<>(); // guarded by this
  private @Nullable Process shell; // guarded by this
  private long shellStartedAt; // guarded by this
  private boolean closed; // guarded by this

  ProcessGuard(ScheduledExecutorService clock) {
    this.clock = clock;
  }

  /**
   * The prefix that makes a command the leader of its own session and process group; empty if this
   * machine has none.
   */
  static List<String> sessionCommand() {
    return SETSID.map(List::of).orElse(List.of());
  }

  /**
   * Registers a child before its start, with the command that ends what is not a process of this
   * host, such as a container.
   */
  synchronized void announce(long id, List<String> killCommand) {
    if (!killCommand.isEmpty()) {
      var child = new GuardedChild(0, killCommand);
      children.put(id, child);
      send(child.line(id));
    }
  }

  /** Registers the process group of a started child. */
  synchronized void registerGroup(long id, long group) {
    GuardedChild before = children.get(id);
    var child = new GuardedChild(group, before == null ? List.of() : before.killCommand);
    children.put(id, child);
    send(before == null ? child.line(id) : "group_" + id + "=" + group);
  }

  /** Sends a signal to a child and its whole group; false if there is no shell to do it. */
  synchronized boolean signal(String name, long group) {
    return !sessionCommand().isEmpty() && send("signal " + name + " " + group);
  }

  /** Forgets a child that has ended, and kills what it left in its group. */
  synchronized void forget(long id) {
    GuardedChild child = children.remove(id);
    if (child != null) {
      send("drop " + id + " " + child.group);
    }
  }

  /** The process id of the shell; 0 if it was not needed yet. */
  synchronized long pid() {
    return shell == null ? 0 : shell.pid();
  }

  /** Ends the shell, which kills the children that it still knows. */
  @Override
  public synchronized void close() {
    closed = true;
    if (shell != null) {
      try {
        shell.getOutputStream().close();
      } catch (IOException e) {
        // the shell has already ended
      }
    }
  }

  private boolean send(String line) {
    if (closed) {
      return false;
    }
    if (shell != null && write(shell, line)) {
      return true;
    }
    return restart() && shell != null && write(shell, line);
  }

  private static boolean write(Process to, String line) {
    try {
      var stdin = to.getOutputStream();
      stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      stdin.flush();
      return to.isAlive(); // a write to a shell that has just ended is lost
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Starts a new shell and registers all living children with it. Restarts are limited to one per
   * {@link #RESTART_PAUSE}.
   */
  private boolean restart() {
    long now = System.nanoTime();
    if (shell != null && now - shellStartedAt < RESTART_PAUSE.toNanos()) {
      return false;
    }
    shellStartedAt = now;
    try {
      Process next = start();
      next.onExit().thenRun(this::replaceShell);
      children.forEach((id, child) -> write(next, child.line(id)));
      shell = next;
      return true;
    } catch (IOException e) {
      return false; // a child is then ended without its group
    }
  }

  private static Process start() throws IOException {
    var command = new ArrayList<String>(sessionCommand());
    command.addAll(List.of("/bin/sh", "-c", SCRIPT));
    return new ProcessBuilder(command)
        .directory(new File("/"))
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
  }

  /**
   * Replaces a dead shell at once. The next command may be far off, and until then no shell would
   * know the living children.
   */
  private synchronized void replaceShell() {
    if (!closed && (shell == null || !shell.isAlive()) && !restart()) {
      clock.schedule(this::replaceShell, RESTART_PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private static String quoted(String word) {
    if (word.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a command that ends a child has a line break in it");
    }
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** How to kill one child. */
  private record GuardedChild(long group, List<String> killCommand) {
    String line(long id) {
      String add = "add " + id + " " + group;
      return killCommand.isEmpty()
          ? add
          : killCommand.stream()
              .map(ProcessGuard::quoted)
              .collect(Collectors.joining(" ", add + "; also_" + id + "() { ", "; }"));
    }
  }
}
