package dev.kiln.runtime.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One run of a child: gives it its input, and takes what it writes until it has ended.
 *
 * <p>Its pipes are looked at again and again, for a thread that waits in a read could not be told
 * to stop, and the end of a pipe may come long after the child's.
 */
final class StdioExchange {
  /** What any pipe takes though nobody reads it. */
  private static final int AT_ONCE = 8 << 10;

  private static final int SAID = 4 << 10;
  private static final int ERR_PART = 64 << 10;
  private static final long SHORTEST = Duration.ofNanos(100_000).toNanos();
  private static final long LONGEST = Duration.ofMillis(10).toNanos();

  /** As long as nothing was written: a short run has ended by then, and that is told. */
  private static final long FIRST = Duration.ofMillis(2).toNanos();

  /** What waiting too long may add to a run: this part of it. */
  private static final int SHARE = 64;

  private final ChildProcess child;
  private final PipeReader out;
  private final PipeReader err;
  private final PrintStream log;
  private byte[] said = {};

  StdioExchange(ChildProcess child, long maxOutputBytes, PrintStream log) {
    this.child = child;
    this.out = new PipeReader(child.stdout(), maxOutputBytes);
    this.err = new PipeReader(child.stderr(), ERR_PART);
    this.log = log;
  }

  /** How it went. */
  sealed interface End {
    /** The child ended. */
    record Ended(int exitCode) implements End {}

    /** It wrote more than it may, and goes on. */
    record TooMuch() implements End {}

    /** It was told to stop, and goes on. */
    record Stopped() implements End {}
  }

  /**
   * Runs it.
   *
   * @param behind where to write what no pipe takes at once
   * @param stopped whether to give up; whoever changes that unparks or interrupts this thread
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
      // A program need not read all of its input, or any; its exit code says how it went.
    }
  }

  private End poll(BooleanSupplier stopped) throws IOException {
    long since = System.nanoTime();
    long least = FIRST;
    while (!stopped.getAsBoolean()) {
      boolean over = child.ended().isDone(); // asked first: what it wrote before is there now
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

  /** What it wrote to stderr first. */
  String said() {
    return new String(said, java.nio.charset.StandardCharsets.UTF_8);
  }
}
