package dev.kiln.runtime.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One run of a child: writes its input, and reads its output until it has ended.
 *
 * <p>It polls the pipes. A thread that blocks in a read could not be stopped, and a pipe may end
 * long after the child.
 */
final class StdioExchange {
  /** The number of bytes that any pipe buffers before a write blocks. */
  private static final int AT_ONCE = 8 << 10;

  private static final int SAID = 4 << 10;
  private static final int ERR_PART = 64 << 10;
  private static final long SHORTEST = Duration.ofNanos(100_000).toNanos();
  private static final long LONGEST = Duration.ofMillis(10).toNanos();

  /**
   * The first pause while nothing was written. A short run has ended by then, and its end
   * interrupts the pause.
   */
  private static final long FIRST = Duration.ofMillis(2).toNanos();

  /** Polling may lengthen a run by at most one part in this many. */
  private static final int SHARE = 64;

  private final Instance child;
  private final PipeReader out;
  private final PipeReader err;
  private final PrintStream log;
  private byte[] said = {};

  StdioExchange(Instance child, long maxOutputBytes, PrintStream log) {
    this.child = child;
    this.out = new PipeReader(child.stdout(), maxOutputBytes);
    this.err = new PipeReader(child.stderr(), ERR_PART);
    this.log = log;
  }

  /** How it went. */
  sealed interface End {
    /** The child ended. */
    record Ended(int exitCode) implements End {}

    /** It wrote more than the limit and still runs. */
    record TooMuch() implements End {}

    /** The run was stopped and the child still runs. */
    record Stopped() implements End {}
  }

  /**
   * Runs the child with this input.
   *
   * @param behind runs the write of an input that is larger than a pipe's buffer
   * @param stopped whether to stop; the code that changes it must unpark or interrupt this thread
   */
  End run(byte[] input, ChildProcesses behind, BooleanSupplier stopped) {
    Thread caller = Thread.currentThread();
    var _ = child.ended().whenComplete((_, _) -> LockSupport.unpark(caller));
    if (input.length <= AT_ONCE) {
      write(input);
    } else {
      behind.runAsync(() -> write(input));
    }
    try {
      return poll(stopped);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(byte[] input) {
    try (OutputStream stdin = child.stdin()) {
      stdin.write(input);
    } catch (IOException e) {
      // A program need not read all of its input, or any; its exit code tells whether it succeeded.
    }
  }

  private End poll(BooleanSupplier stopped) throws IOException {
    long since = System.nanoTime();
    long least = FIRST;
    while (!stopped.getAsBoolean()) {
      boolean over = child.ended().isDone(); // first: its earlier output is in the pipe by now
      if (read()) {
        since = System.nanoTime();
        least = SHORTEST;
      } else if (over) {
        return new End.Ended(child.ended().join());
      } else {
        long elapsed = System.nanoTime() - since;
        LockSupport.parkNanos(this, Math.clamp(elapsed / SHARE, least, LONGEST));
      }
      if (out.isOver()) {
        return new End.TooMuch();
      }
    }
    return new End.Stopped();
  }

  private boolean read() throws IOException {
    boolean some = out.read();
    if (err.read()) {
      byte[] part = err.take();
      if (said.length == 0) {
        said = part.length <= SAID ? part : java.util.Arrays.copyOf(part, SAID);
      }
      log.write(part, 0, part.length);
      some = true;
    }
    return some;
  }

  /** All of its output. */
  byte[] output() {
    return out.bytes();
  }

  /** The beginning of its stderr. */
  String said() {
    return new String(said, java.nio.charset.StandardCharsets.UTF_8);
  }
}
