package dev.kiln.runtime.instances;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.ProgramOutput;
import dev.kiln.runtime.Runner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Runs a function that is a program of spec v1. Each call has its own instance. The pool starts it
 * ahead of the call, if it keeps up.
 */
public final class ProgramRunner implements Runner {
  private final String name;
  private final InstanceQueue queue;
  private final Instances instances;
  private final long maxOutputBytes;
  private final PoolCounts counts = new PoolCounts();

  /**
   * @param name for messages
   * @param maxOutputBytes how much one run may write
   */
  public ProgramRunner(
      String name,
      Launcher launcher,
      PoolSettings settings,
      Instances instances,
      long maxOutputBytes) {
    this.name = name;
    this.queue = instances.queue(name, launcher, settings, counts);
    this.instances = instances;
    this.maxOutputBytes = maxOutputBytes;
  }

  /** The counters of its instances. */
  public PoolCounts counts() {
    return counts;
  }

  @Override
  public boolean waits() {
    return true;
  }

  /** Starts the minimum number of instances that the settings ask for; does not wait for them. */
  @Override
  public void prepare() {
    queue.enableIdleInstances();
  }

  @Override
  public Optional<String> findProblem() {
    return queue
        .lastStartFailure()
        .filter(_ -> counts.idle.sum() == 0)
        .map(e -> name + " could not be started: " + e.reason());
  }

  /**
   * Starts instances for this many calls that are known to come. With {@link PoolSettings#ONCE}, no
   * others are started.
   */
  @Override
  public void expect(int calls) {
    queue.expectCalls(calls);
  }

  @Override
  public void close() {
    queue.close();
  }

  @Override
  public Outcome run(Invocation in) {
    byte[] input = in.bytes();
    try {
      return run(queue.take(in.deadline().orElse(Instant.MAX)), in, input);
    } catch (ProgramStartException e) {
      return Outcome.of(notStarted(e));
    } catch (PoolExhaustedException e) {
      return Outcome.of(new Ending.Busy(e.reason()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.of(stoppedEnding(in));
    }
  }

  private Outcome run(Instance instance, Invocation in, byte[] input) {
    ProgramStartException failure = null;
    boolean hasEnded = false;
    try {
      var exchange = new StdioExchange(instance, maxOutputBytes, in.log().stream());
      StdioExchange.End end = exchange.run(input, instances, stopCondition(in));
      // no pattern switch: every process links it anew at run time, which slows short runs
      if (end instanceof StdioExchange.End.Ended(int exitCode)) {
        hasEnded = true;
        failure = StartFailure.find(instance, exitCode, exchange.stderrHead()).orElse(null);
        return failure == null
            ? ProgramOutput.outcome(name, exitCode, exchange.output(), lastLine(in))
            : Outcome.of(notStarted(failure));
      }
      return Outcome.of(
          end instanceof StdioExchange.End.TooMuchOutput
              ? ProgramOutput.invalidOutput(tooMuchOutputMessage())
              : stoppedEnding(in));
    } finally {
      if (!hasEnded) {
        instance.end();
      }
      queue.callEnded(failure);
    }
  }

  private static BooleanSupplier stopCondition(Invocation in) {
    Thread caller = Thread.currentThread();
    in.cancellation().onCancel(() -> LockSupport.unpark(caller));
    return () -> caller.isInterrupted() || in.cancellation().isCancelled() || isPastDeadline(in);
  }

  private static boolean isPastDeadline(Invocation in) {
    return in.deadline().isPresent() && !Instant.now().isBefore(in.deadline().get());
  }

  private Ending stoppedEnding(Invocation in) {
    return isPastDeadline(in)
        ? new Ending.TimedOut(
            name
                + " was not done at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)")
        : new Ending.Cancelled();
  }

  private Ending notStarted(ProgramStartException e) {
    return Ending.Failed.notStarted(e.exitCode(), name + " could not be started: " + e.reason());
  }

  private String tooMuchOutputMessage() {
    return "%s wrote more than the limit of %d bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)"
        .formatted(name, maxOutputBytes);
  }

  /** The last line of a program's output usually names the cause of its failure. */
  private static String lastLine(Invocation in) {
    String stderr = new String(in.log().tail(), StandardCharsets.UTF_8).strip();
    return stderr.substring(stderr.lastIndexOf('\n') + 1).strip();
  }
}
