package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one path from bytes to bytes; every door calls it, and nothing else runs a function.
 *
 * <p>It admits a call, reads its list, chooses the function, runs it, checks what came back,
 * serializes and measures. Every failure becomes an {@link Outcome}; nothing is thrown.
 * Thread-safe.
 */
public final class Evaluator implements AutoCloseable {
  private static final Ending.Busy DRAINING = new Ending.Busy("this host is about to end");

  private final FunctionRegistry runners;
  private final Limits limits;
  private final Budget budget;
  private final CallExecutor cores;
  private final CallExecutor waits;
  private volatile boolean draining;

  public Evaluator(FunctionRegistry runners, Limits limits) {
    this(runners, limits, StuckCallListener.IGNORE);
  }

  public Evaluator(FunctionRegistry runners, Limits limits, StuckCallListener stuck) {
    this(runners, limits, stuck, CallExecutor.timer());
  }

  Evaluator(
      FunctionRegistry runners,
      Limits limits,
      StuckCallListener stuck,
      ScheduledExecutorService timer) {
    this.runners = runners;
    this.limits = limits;
    this.budget = new Budget(limits.maxBytesInFlight());
    this.cores = new CallExecutor(WorkerLimits.ofCores(limits), stuck, timer);
    this.waits = new CallExecutor(WorkerLimits.ofWaits(limits), StuckCallListener.IGNORE, timer);
    runners.onRemoved(cores::renewThreads);
  }

  /** Runs the only call of a process, which needs no queue. */
  public static Outcome evaluate(FunctionRegistry runners, Limits limits, Invocation call) {
    Invocation in = call.within(limits.timeout());
    if (isTooLarge(in, limits)) {
      return Outcome.of(limits.tooLarge());
    }
    try {
      return withTimeoutResult(
          in,
          new SingleCallExecutor<>(
                  new CallExecutor.Work<>(
                      in, turn -> measured(runners, in, turn), Evaluator::unfinished))
              .answer());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.of(new Ending.Cancelled());
    }
  }

  /** Starts the threads for calls, so that the first calls do not wait for them. */
  public void start() {
    cores.start();
  }

  /** The functions of this host. */
  public FunctionRegistry runners() {
    return runners;
  }

  public Limits limits() {
    return limits;
  }

  /** The budget for the bytes of messages. A door claims from it before it reads a message. */
  public Budget budget() {
    return budget;
  }

  /** The current load. */
  public LoadSnapshot load() {
    return new LoadSnapshot(
        cores.running(),
        waits.running() + cores.waiting(),
        cores.queued() + waits.queued(),
        cores.abandoned(),
        budget.taken());
  }

  /**
   * Runs one call, and blocks until there is an outcome. If the deadline passes, the outcome has
   * the input list with a result that says so.
   */
  public Outcome evaluate(Invocation in) {
    return withTimeoutResult(in, await(in, submit(in), Outcome::of));
  }

  /**
   * Runs several functions in one call to another host, and blocks until there is an outcome. The
   * call has a deadline like any other.
   */
  public PipelineOutcome evaluate(Pipeline pipeline, PipelineRunner host) {
    CompletableFuture<PipelineOutcome> outcome =
        submit(
            pipeline.in(),
            waits,
            (in, turn) -> {
              turn.runs(pipeline.names());
              return host.run(pipeline.within(in));
            },
            unfinished -> PipelineOutcome.of(unfinished.ending()));
    return await(pipeline.in(), outcome, PipelineOutcome::of);
  }

  private static <T> T await(
      Invocation in, CompletableFuture<T> outcome, Function<Ending, T> instead) {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      in.cancellation().cancel();
      Thread.currentThread().interrupt();
      return instead.apply(new Ending.Cancelled());
    } catch (ExecutionException e) {
      return instead.apply(new Ending.Fault(e));
    }
  }

  /**
   * Adds a result to the list, so that a caller who sees only the list learns that the call was not
   * done.
   */
  private static Outcome withTimeoutResult(Invocation in, Outcome outcome) {
    if (!(outcome.ending() instanceof Ending.TimedOut)) {
      return outcome;
    }
    try {
      return serialized(Outcome.withErrorResult(outcome.ending(), in.list()), in)
          .ranBy(outcome.function())
          .took(outcome.timing());
    } catch (BadInput | NothingRanException e) {
      return outcome; // there is no list to add a result to
    }
  }

  /**
   * Runs one call as soon as there is a place for it. The future completes on the thread that ran
   * the call. If the call was not done, it completes on a thread that must not be blocked.
   */
  public CompletableFuture<Outcome> submit(Invocation in) {
    return submit(
        in, lane(in), (call, turn) -> measured(runners, call, turn), Evaluator::unfinished);
  }

  /** Runs several functions one after the other on one list, as {@link #submit(Invocation)}. */
  public CompletableFuture<PipelineOutcome> submit(Pipeline pipeline) {
    return submit(
        pipeline.in(),
        lane(pipeline.in()),
        (in, turn) -> PipelineRun.of(pipeline.within(in), runners, limits, turn),
        unfinished -> PipelineOutcome.of(unfinished.ending()));
  }

  private <T> CompletableFuture<T> submit(
      Invocation call,
      CallExecutor lane,
      OnTurn<T> run,
      Function<CallExecutor.Unfinished, T> instead) {
    Invocation in = call.within(limits.timeout());
    Ending refusal = refusal(in);
    return refusal == null
        ? lane.submit(new CallExecutor.Work<>(in, turn -> run.apply(in, turn), instead))
        : CompletableFuture.completedFuture(
            instead.apply(new CallExecutor.Unfinished(refusal, "")));
  }

  /**
   * Chooses the executor. A call that is chosen by its list, or that is a pipeline, must read the
   * list first, which needs a core.
   */
  private CallExecutor lane(Invocation in) {
    return runners.isKnownToWait(in) ? waits : cores;
  }

  private interface OnTurn<T> {
    T apply(Invocation in, CallExecutor.ExecutionContext turn);
  }

  private @Nullable Ending refusal(Invocation in) {
    if (draining) {
      return DRAINING;
    }
    return isTooLarge(in, limits) ? limits.tooLarge() : null;
  }

  private static boolean isTooLarge(Invocation in, Limits limits) {
    return in.size() > limits.maxMessageBytes();
  }

  private static Outcome unfinished(CallExecutor.Unfinished why) {
    return Outcome.of(why.ending()).ranBy(why.function());
  }

  private static Outcome measured(
      FunctionRegistry runners, Invocation in, CallExecutor.ExecutionContext turn) {
    var watch = new Stopwatch();
    try {
      RegisteredFunction chosen = entered(runners, in);
      try {
        Duration parse = watch.lap();
        turn.runs(chosen.name());
        Outcome ran = OutcomeCheck.run(chosen, in, turn);
        Duration run = watch.lap();
        Outcome answer = serialized(ran, in);
        return ranBy(chosen, answer).took(new Timing(turn.queued(), parse, run, watch.lap()));
      } finally {
        chosen.release();
      }
    } catch (NothingRanException e) {
      return Outcome.of(e.ending());
    }
  }

  /**
   * Names the function that ran; a function that had no place, or could not be reached, did not
   * run.
   */
  private static Outcome ranBy(RegisteredFunction chosen, Outcome outcome) {
    return outcome.ending() instanceof Ending.NothingRan ? outcome : outcome.ranBy(chosen.name());
  }

  /** Acquires the function, after the input was checked to be a list. */
  private static RegisteredFunction entered(FunctionRegistry runners, Invocation in) {
    RegisteredFunction chosen = null;
    try {
      chosen = runners.acquire(in);
      in.list();
      return chosen;
    } catch (BadInput | NothingRanException e) {
      if (chosen != null) {
        chosen.release();
      }
      throw e instanceof BadInput bad ? new NothingRanException(new Ending.Unreadable("", bad)) : e;
    }
  }

  private static Outcome serialized(Outcome ran, Invocation in) {
    if (ran.list().isEmpty() || in.answersWithList()) {
      return ran;
    }
    ResourceList list = ran.list().get();
    try {
      return ran.serialized(in.format().isPresent() ? list.bytes(in.format().get()) : list.bytes());
    } catch (BadInput e) {
      return Outcome.of(ProgramOutput.invalid(ProgramOutput.why(e)));
    }
  }

  /** The answer to every new call while the host drains. */
  public Optional<Ending.Busy> draining() {
    return draining ? Optional.of(DRAINING) : Optional.empty();
  }

  /** Accepts no more calls; accepted calls go on. */
  public void drain() {
    draining = true;
  }

  /** Closes every runner. No call may be running any more. */
  @Override
  public void close() {
    runners.close();
    cores.close();
    waits.close();
  }
}
