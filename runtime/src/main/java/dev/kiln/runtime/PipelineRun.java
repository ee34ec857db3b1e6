package dev.kiln.runtime;

import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.ResourceList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the steps of one pipeline. The list is parsed once before the first step and serialized once
 * after the last.
 */
final class PipelineRun {
  private final Pipeline pipeline;
  private final FunctionRegistry runners;
  private final Limits limits;
  private final CallExecutor.ExecutionContext turn;
  private final ResourceList first;
  private final Duration parse;
  private final List<RegisteredFunction> chosen = new ArrayList<>();
  private final List<StepOutcome> done = new ArrayList<>();
  private long kept; // the bytes that are kept of all steps
  private boolean full; // whether that exceeds the limit for messages

  private PipelineRun(
      Pipeline pipeline,
      FunctionRegistry runners,
      Limits limits,
      CallExecutor.ExecutionContext turn) {
    this.pipeline = pipeline;
    this.runners = runners;
    this.limits = limits;
    this.turn = turn;
    var watch = new Stopwatch();
    this.first = readable("", () -> pipeline.in().list());
    this.parse = watch.lap();
  }

  static PipelineOutcome of(
      Pipeline pipeline,
      FunctionRegistry runners,
      Limits limits,
      CallExecutor.ExecutionContext turn) {
    try {
      return new PipelineRun(pipeline, runners, limits, turn).run();
    } catch (NothingRanException e) {
      return PipelineOutcome.of(e.ending());
    }
  }

  private PipelineOutcome run() {
    try {
      List<FunctionConfig> configs = choose();
      ResourceList now = first;
      for (int i = 0; i < chosen.size(); i++) {
        PipelineStep step = pipeline.steps().get(i);
        Invocation in = pipeline.in().part(now.withFunctionConfig(configs.get(i)));
        Outcome outcome = runStep(step, chosen.get(i), in);
        boolean failed = !(outcome.ending() instanceof Ending.Done);
        if (full || (failed && !step.deferFailure())) {
          return PipelineOutcome.stopped(done);
        }
        if (pipeline.in().cancellation().isCancelled()) {
          return PipelineOutcome.of(new Ending.Cancelled()); // nobody waits for the other steps
        }
        now = step.validateOnly() ? now : after(outcome, now);
      }
      return written(now);
    } finally {
      chosen.forEach(RegisteredFunction::release);
    }
  }

  /** Serializes the list. If the format cannot express it, the last step counts as failed. */
  private PipelineOutcome written(ResourceList list) {
    try {
      return PipelineOutcome.done(list.bytes(format()), done);
    } catch (BadInput e) {
      if (done.isEmpty()) {
        throw new NothingRanException(new Ending.Unreadable("", e));
      }
      StepOutcome last = done.removeLast();
      Outcome failed =
          Outcome.of(ProgramOutput.invalid(ProgramOutput.why(e)))
              .ranBy(last.outcome().function())
              .took(last.outcome().timing());
      done.add(new StepOutcome(last.name(), failed, last.results(), last.log()));
      return PipelineOutcome.stopped(done);
    }
  }

  /**
   * Chooses all functions before the first one runs, so that a step that cannot run costs nothing.
   */
  private List<FunctionConfig> choose() {
    var configs = new ArrayList<FunctionConfig>();
    for (int i = 0; i < pipeline.steps().size(); i++) {
      PipelineStep step = pipeline.steps().get(i);
      String place = "steps[" + i + "].function_config";
      FunctionConfig config = readable(place, () -> config(step));
      configs.add(config);
      Invocation in = pipeline.in().part(first.withFunctionConfig(config));
      Invocation named = step.function() == null ? in : in.function(step.function());
      chosen.add(entered(i, step.image() == null ? named : named.image(step.image())));
    }
    return configs;
  }

  private RegisteredFunction entered(int i, Invocation in) {
    try {
      return runners.acquire(in);
    } catch (NothingRanException e) {
      throw new NothingRanException(new Ending.NotFound("steps[" + i + "]: " + e.getMessage()));
    }
  }

  private static FunctionConfig config(PipelineStep step) {
    byte[] text = step.functionConfig();
    return text.length == 0 ? FunctionConfig.absent() : FunctionConfig.parse(text);
  }

  private interface Reading<T> {
    T read();
  }

  private static <T> T readable(String place, Reading<T> reading) {
    try {
      return reading.read();
    } catch (BadInput e) {
      throw new NothingRanException(new Ending.Unreadable(place, e));
    }
  }

  private Outcome runStep(PipelineStep step, RegisteredFunction hosted, Invocation in) {
    var watch = new Stopwatch();
    turn.runs(hosted.name());
    Outcome ran = read(started(OutcomeCheck.run(hosted, in, turn)), in.list());
    boolean isFirst = done.isEmpty();
    var timing =
        new Timing(
            isFirst ? turn.queued() : Duration.ZERO,
            isFirst ? parse : Duration.ZERO,
            watch.lap(),
            Duration.ZERO);
    Outcome outcome = withBytes(ran).ranBy(hosted.name()).took(timing);
    byte[] results =
        ran.results().isEmpty() ? new byte[0] : in.list().bytes(ran.results(), format());
    keep(new StepOutcome(step.name(), outcome.withoutList(), results, in.log()));
    return outcome;
  }

  /** If a step did not run after others did, the pipeline has failed. */
  private Outcome started(Outcome ran) {
    if (ran.ending() instanceof Ending.NothingRan ending) {
      if (done.isEmpty()) {
        throw new NothingRanException(ending);
      }
      return Outcome.of(Ending.Failed.notStarted(ending.message()));
    }
    return ran;
  }

  /**
   * Limits what is kept of the steps, because a caller can send many at little cost. The step that
   * exceeds the limit has run, so that step stops the pipeline.
   */
  private void keep(StepOutcome step) {
    kept += step.results().length + step.log().tail().length;
    kept += step.outcome().bytes().map(bytes -> bytes.length).orElse(0);
    full = kept > limits.maxMessageBytes();
    done.add(full ? tooLarge(step) : step);
  }

  private StepOutcome tooLarge(StepOutcome step) {
    String message = limits.stepsTooLarge(done.size() + 1).message();
    Outcome failed =
        Outcome.of(ProgramOutput.invalid(message))
            .ranBy(step.outcome().function())
            .took(step.outcome().timing());
    return new StepOutcome(step.name(), failed, new byte[0], Log.keeping(1));
  }

  /**
   * Parses the bytes of a program into a list for the next step. If they are not a list, the step
   * has failed.
   */
  private static Outcome read(Outcome ran, ResourceList in) {
    if (ran.list().isPresent() || ran.bytes().isEmpty()) {
      return ran;
    }
    boolean failed = !(ran.ending() instanceof Ending.Done);
    try {
      ResourceList list = in.withAnswer(ran.outputList().orElseThrow());
      Outcome read = Outcome.of(ran.ending(), list, list.addedResults());
      return failed ? read.serialized(ran.bytes().get()) : read;
    } catch (BadInput e) {
      String why = "it left no ResourceList: " + ProgramOutput.why(e);
      return failed ? ran : Outcome.of(ProgramOutput.invalid(why));
    }
  }

  private Outcome withBytes(Outcome ran) {
    boolean isDone = ran.ending() instanceof Ending.Done;
    if (isDone || ran.list().isEmpty() || ran.bytes().isPresent()) {
      return ran;
    }
    try {
      return ran.serialized(ran.list().get().bytes(format()));
    } catch (BadInput e) {
      return ran; // output that the format cannot express is dropped; the cause stays
    }
  }

  /** The items that the step returned, in the envelope of the original list. */
  private ResourceList after(Outcome outcome, ResourceList before) {
    return outcome.list().map(left -> first.withItems(left.items())).orElse(before);
  }

  private Format format() {
    return pipeline.in().format().orElse(first.format());
  }
}
