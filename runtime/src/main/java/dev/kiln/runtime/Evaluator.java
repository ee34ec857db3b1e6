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

  private final FunctionRegistry registry;
  private final Limits limits;
  private final Budget budget;
  private final WorkMemory memory;
  private final CallExecutor cpuBoundExecutor;
  private final CallExecutor waitingExecutor;
  private volatile boolean draining;

  public Evaluator(FunctionRegistry registry, Limits limits) {
    this(registry, limits, StuckCallListener.IGNORE);
  }

  public Evaluator(FunctionRegistry registry, Limits limits, StuckCallListener stuckListener) {
    this(registry, limits, stuckListener, CallExecutor.timer());
  }

  Evaluator(
      FunctionRegistry registry,
      Limits limits,
      StuckCallListener stuckListener,
      ScheduledExecutorService timer) {
    this.registry = registry;
    this.limits = limits;
    this.budget = new Budget(limits.maxBytesInFlight());
    this.memory = limits.workMemory();
    this.cpuBoundExecutor =
        new CallExecutor(WorkerLimits.forCpuBoundCalls(limits), memory, stuckListener, timer);
    this.waitingExecutor =
        new CallExecutor(
            WorkerLimits.forWaitingCalls(limits), memory, StuckCallListener.IGNORE, timer);
    registry.onRemoved(cpuBoundExecutor::renewThreads);
  }

  /** Runs the only call of a process, which needs no queue. */
  public static Outcome evaluate(FunctionRegistry registry, Limits limits, Invocation call) {
    Invocation in = call.withTimeout(limits.timeout());
    if (isTooLarge(in, limits)) {
      return Outcome.of(limits.tooLarge());
    }
    try {
      return withTimeoutResult(
          in,
          new SingleCallExecutor<>(
                  new CallExecutor.Work<>(
                      in,
                      0,
                      context -> runMeasured(registry, in, context),
                      Evaluator::unfinishedOutcome))
              .answer());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.of(new Ending.Cancelled());
    }
  }

  /** Starts the threads for calls, so that the first calls do not wait for them. */
  public void start() {
    cpuBoundExecutor.start();
  }

  /** The functions of this host. */
  public FunctionRegistry registry() {
    return registry;
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
        cpuBoundExecutor.running(),
        waitingExecutor.running() + cpuBoundExecutor.waitingCalls(),
        cpuBoundExecutor.queuedCalls() + waitingExecutor.queuedCalls(),
        cpuBoundExecutor.abandoned(),
        budget.usedBytes());
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
            waitingExecutor,
            (in, context) -> {
              context.functionStarted(pipeline.names());
              return host.run(pipeline.withInvocation(in));
            },
            unfinished -> PipelineOutcome.of(unfinished.ending()));
    return await(pipeline.in(), outcome, PipelineOutcome::of);
  }

  private static <T> T await(
      Invocation in, CompletableFuture<T> outcome, Function<Ending, T> onFailure) {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      in.cancellation().cancel();
      Thread.currentThread().interrupt();
      return onFailure.apply(new Ending.Cancelled());
    } catch (ExecutionException e) {
      return onFailure.apply(new Ending.Fault(e));
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
      return serialize(Outcome.withErrorResult(outcome.ending(), in.list()), in)
          .withFunction(outcome.function())
          .withTiming(outcome.timing());
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
        in,
        executorFor(in),
        (call, context) -> runMeasured(registry, call, context),
        Evaluator::unfinishedOutcome);
  }

  /** Runs several functions one after the other on one list, as {@link #submit(Invocation)}. */
  public CompletableFuture<PipelineOutcome> submit(Pipeline pipeline) {
    return submit(
        pipeline.in(),
        executorFor(pipeline.in()),
        (in, context) -> PipelineRun.of(pipeline.withInvocation(in), registry, limits, context),
        unfinished -> PipelineOutcome.of(unfinished.ending()));
  }

  private <T> CompletableFuture<T> submit(
      Invocation call,
      CallExecutor executor,
      CallWork<T> run,
      Function<CallExecutor.Unfinished, T> onUnfinished) {
    Invocation in = call.withTimeout(limits.timeout());
    boolean isForwarded = executor == waitingExecutor;
    long need = memory.need(in, isForwarded);
    Ending refusal = refusal(in, need);
    if (refusal != null) {
      return CompletableFuture.completedFuture(
          onUnfinished.apply(new CallExecutor.Unfinished(refusal, "")));
    }
    CompletableFuture<T> outcome =
        executor.submit(
            new CallExecutor.Work<>(
                in,
                need,
                context -> runUnpacked(in, need, run, onUnfinished, context),
                onUnfinished));
    return in.caller().isAnyone() ? outcome : outcome.whenComplete((_, _) -> in.caller().endCall());
  }

  /** Runs the work once the list is unpacked, as only then its size is known. */
  private <T> T runUnpacked(
      Invocation in,
      long need,
      CallWork<T> run,
      Function<CallExecutor.Unfinished, T> onUnfinished,
      CallExecutor.ExecutionContext context) {
    try {
      if (in.isPacked()) {
        in.bytes();
        context.addMemory(Math.max(0, memory.need(in, false) - need));
      }
    } catch (NothingRanException e) {
      return onUnfinished.apply(new CallExecutor.Unfinished(e.ending(), ""));
    }
    return run.apply(in, context);
  }

  /**
   * Chooses the executor. A call that is chosen by its list, or that is a pipeline, must read the
   * list first, which needs a core.
   */
  private CallExecutor executorFor(Invocation in) {
    return registry.isKnownToWait(in) ? waitingExecutor : cpuBoundExecutor;
  }

  private interface CallWork<T> {
    T apply(Invocation in, CallExecutor.ExecutionContext context);
  }

  /** Why the call cannot begin; null if it has begun, also for its caller. */
  private @Nullable Ending refusal(Invocation in, long need) {
    if (draining) {
      return DRAINING;
    }
    if (!in.isPacked() && isTooLarge(in, limits)) {
      return limits.tooLarge();
    }
    if (need > memory.bytes()) {
      return Limits.needsTooMuch(need, memory.bytes());
    }
    PermittedCaller caller = in.caller();
    return caller.isAnyone() || caller.tryBeginCall() ? null : caller.exhausted();
  }

  private static boolean isTooLarge(Invocation in, Limits limits) {
    return in.size() > limits.maxMessageBytes();
  }

  private static Outcome unfinishedOutcome(CallExecutor.Unfinished why) {
    return Outcome.of(why.ending()).withFunction(why.function());
  }

  private static Outcome runMeasured(
      FunctionRegistry registry, Invocation in, CallExecutor.ExecutionContext context) {
    var watch = new Stopwatch();
    try {
      RegisteredFunction chosen = acquireFunction(registry, in);
      try {
        Duration parse = watch.lapTime();
        context.addMemory(MemoryNeed.ofExtraNodes(in.list()));
        if (chosen.runner().waits()) {
          context.keepMemory(MemoryNeed.ofReadAndForwarded(in.list(), in.size()));
        }
        context.functionStarted(chosen.name());
        Outcome ran = OutcomeCheck.run(chosen, in, context);
        Duration run = watch.lapTime();
        Outcome answer = serialize(ran, in);
        return withFunctionThatRan(chosen, answer)
            .withTiming(new Timing(context.timeInQueue(), parse, run, watch.lapTime()));
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
  private static Outcome withFunctionThatRan(RegisteredFunction chosen, Outcome outcome) {
    return outcome.ending() instanceof Ending.NothingRan
        ? outcome
        : outcome.withFunction(chosen.name());
  }

  /** Acquires the function, after the input was checked to be a list. */
  private static RegisteredFunction acquireFunction(FunctionRegistry registry, Invocation in) {
    RegisteredFunction chosen = null;
    try {
      chosen = registry.acquire(in);
      in.list();
      return chosen;
    } catch (BadInput | NothingRanException e) {
      if (chosen != null) {
        chosen.release();
      }
      throw e instanceof BadInput bad ? new NothingRanException(new Ending.Unreadable("", bad)) : e;
    }
  }

  private static Outcome serialize(Outcome ran, Invocation in) {
    if (ran.list().isEmpty() || in.answersWithList()) {
      return ran;
    }
    ResourceList list = ran.list().get();
    try {
      return ran.withBytes(in.format().isPresent() ? list.bytes(in.format().get()) : list.bytes());
    } catch (BadInput e) {
      return Outcome.of(ProgramOutput.invalidOutput(ProgramOutput.describe(e)));
    }
  }

  /** The answer to every new call while the host drains. */
  public Optional<Ending.Busy> refusalWhileDraining() {
    return draining ? Optional.of(DRAINING) : Optional.empty();
  }

  /** Accepts no more calls; accepted calls go on. */
  public void drain() {
    draining = true;
  }

  /** Closes every runner. No call may be running any more. */
  @Override
  public void close() {
    registry.close();
    cpuBoundExecutor.close();
    waitingExecutor.close();
  }
}
