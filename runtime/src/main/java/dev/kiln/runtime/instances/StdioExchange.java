package dev.kiln.runtime.instances;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One run of an instance: writes its input, and reads its output until it has ended.
 *
 * <p>It polls the pipes. A thread that blocks in a read could not be stopped, and a pipe may end
 * long after the instance.
 */
final class StdioExchange {
  /** The number of bytes that any pipe buffers before a write blocks. */
  private static final int PIPE_BUFFER = 8 << 10;

  private static final int MAX_STDERR_HEAD = 4 << 10;
  private static final int MAX_STDERR_PART = 64 << 10;
  private static final long MIN_PAUSE = Duration.ofNanos(100_000).toNanos();
  private static final long MAX_PAUSE = Duration.ofMillis(10).toNanos();

  /**
   * The first pause while nothing was written. A short run has ended by then, and its end
   * interrupts the pause.
   */
  private static final long FIRST_PAUSE = Duration.ofMillis(2).toNanos();

  /** Polling may lengthen a run by at most one part in this many. */
  private static final int MAX_DELAY_SHARE = 64;

  private final Instance instance;
  private final PipeReader out;
  private final PipeReader err;
  private final PrintStream log;
  private byte[] stderrHead = {};

  StdioExchange(Instance instance, long maxOutputBytes, PrintStream log) {
    this.instance = instance;
    this.out = new PipeReader(instance.stdout(), maxOutputBytes);
    this.err = new PipeReader(instance.stderr(), MAX_STDERR_PART);
    this.log = log;
  }

  /** How it went. */
  sealed interface End {
    /** The instance ended. */
    record Ended(int exitCode) implements End {}

    /** It wrote more than the limit and still runs. */
    record TooMuchOutput() implements End {}

    /** The run was stopped and the instance still runs. */
    record Stopped() implements End {}
  }

  /**
   * Runs the instance with this input.
   *
   * @param asyncWriter runs the write of an input that is larger than a pipe's buffer
   * @param stopped whether to stop; the code that changes it must unpark or interrupt this thread
   */
  End run(byte[] input, Instances asyncWriter, BooleanSupplier stopped) {
    Thread caller = Thread.currentThread();
    var _ = instance.whenEnded().whenComplete((_, _) -> LockSupport.unpark(caller));
    if (input.length <= PIPE_BUFFER) {
      write(input);
    } else {
      asyncWriter.runAsync(() -> write(input));
    }
    try {
      return poll(stopped);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(byte[] input) {
    try (OutputStream stdin = instance.stdin()) {
      stdin.write(input);
    } catch (IOException e) {
      // A program need not read all of its input, or any; its exit code tells whether it succeeded.
    }
  }

  private End poll(BooleanSupplier stopped) throws IOException {
    long lastRead = System.nanoTime();
    long minPause = FIRST_PAUSE;
    while (!stopped.getAsBoolean()) {
      boolean hasEnded =
          instance.whenEnded().isDone(); // first: its earlier output is in the pipe by now
      if (read()) {
        lastRead = System.nanoTime();
        minPause = MIN_PAUSE;
      } else if (hasEnded) {
        return new End.Ended(instance.whenEnded().join());
      } else {
        long elapsed = System.nanoTime() - lastRead;
        LockSupport.parkNanos(this, Math.clamp(elapsed / MAX_DELAY_SHARE, minPause, MAX_PAUSE));
      }
      if (out.isOverLimit()) {
        return new End.TooMuchOutput();
      }
    }
    return new End.Stopped();
  }

  private boolean read() throws IOException {
    boolean hasRead = out.read();
    if (err.read()) {
      byte[] part = err.takeNewBytes();
      if (stderrHead.length == 0) {
        stderrHead =
            part.length <= MAX_STDERR_HEAD ? part : java.util.Arrays.copyOf(part, MAX_STDERR_HEAD);
      }
      log.write(part, 0, part.length);
      hasRead = true;
    }
    return hasRead;
  }

  /** All of its output. */
  byte[] output() {
    return out.bytes();
  }

  /** The beginning of its stderr. */
  String stderrHead() {
    return new String(stderrHead, java.nio.charset.StandardCharsets.UTF_8);
  }
}
