package dev.kiln.runtime;

import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Format;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the steps of one pipeline. The list is parsed once before the first step and serialized once
 * after the last.
 */
final class PipelineRun {
  private final Pipeline pipeline;
  private final FunctionRegistry registry;
  private final Limits limits;
  private final CallExecutor.ExecutionContext context;
  private final ResourceList originalList;
  private final Duration parseTime;
  private final List<RegisteredFunction> functions = new ArrayList<>();
  private final List<StepOutcome> stepOutcomes = new ArrayList<>();
  private long keptBytes; // the bytes that are kept of all steps
  private boolean isOverLimit; // whether that exceeds the limit for messages

  private PipelineRun(
      Pipeline pipeline,
      FunctionRegistry registry,
      Limits limits,
      CallExecutor.ExecutionContext context) {
    this.pipeline = pipeline;
    this.registry = registry;
    this.limits = limits;
    this.context = context;
    var watch = new Stopwatch();
    this.originalList = readOrRefuse("", () -> pipeline.in().list());
    this.parseTime = watch.lapTime();
    context.addMemory(MemoryNeed.ofExtraNodes(originalList));
  }

  static PipelineOutcome of(
      Pipeline pipeline,
      FunctionRegistry registry,
      Limits limits,
      CallExecutor.ExecutionContext context) {
    try {
      return new PipelineRun(pipeline, registry, limits, context).run();
    } catch (NothingRanException e) {
      return PipelineOutcome.of(e.ending());
    }
  }

  private PipelineOutcome run() {
    try {
      List<FunctionConfig> configs = chooseFunctions();
      ResourceList now = originalList;
      for (int i = 0; i < functions.size(); i++) {
        PipelineStep step = pipeline.steps().get(i);
        Invocation in = pipeline.in().subCall(now.withFunctionConfig(configs.get(i)));
        Outcome outcome = runStep(step, functions.get(i), in);
        boolean failed = !(outcome.ending() instanceof Ending.Done);
        if (isOverLimit || (failed && !step.deferFailure())) {
          return PipelineOutcome.stopped(stepOutcomes);
        }
        if (pipeline.in().cancellation().isCancelled()) {
          return PipelineOutcome.of(new Ending.Cancelled()); // nobody waits for the other steps
        }
        now = step.validateOnly() ? now : nextList(outcome, now);
      }
      return serialize(now);
    } finally {
      functions.forEach(RegisteredFunction::release);
    }
  }

  /** Serializes the list. If the format cannot express it, the last step counts as failed. */
  private PipelineOutcome serialize(ResourceList list) {
    try {
      return PipelineOutcome.done(list.bytes(format()), stepOutcomes);
    } catch (BadInput e) {
      if (stepOutcomes.isEmpty()) {
        throw new NothingRanException(new Ending.Unreadable("", e));
      }
      StepOutcome last = stepOutcomes.removeLast();
      Outcome failed =
          Outcome.of(ProgramOutput.invalidOutput(ProgramOutput.describe(e)))
              .withFunction(last.outcome().function())
              .withTiming(last.outcome().timing());
      stepOutcomes.add(new StepOutcome(last.name(), failed, last.results(), last.log()));
      return PipelineOutcome.stopped(stepOutcomes);
    }
  }

  /**
   * Chooses all functions before the first one runs, so that a step that cannot run costs nothing.
   */
  private List<FunctionConfig> chooseFunctions() {
    var configs = new ArrayList<FunctionConfig>();
    for (int i = 0; i < pipeline.steps().size(); i++) {
      PipelineStep step = pipeline.steps().get(i);
      String place = "steps[" + i + "].function_config";
      FunctionConfig config = readOrRefuse(place, () -> config(step));
      configs.add(config);
      Invocation in = pipeline.in().subCall(originalList.withFunctionConfig(config));
      Invocation named = step.function() == null ? in : in.function(step.function());
      functions.add(acquireFunction(i, step.image() == null ? named : named.image(step.image())));
    }
    return configs;
  }

  private RegisteredFunction acquireFunction(int i, Invocation in) {
    try {
      return registry.acquire(in);
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

  private static <T> T readOrRefuse(String place, Reading<T> reading) {
    try {
      return reading.read();
    } catch (BadInput e) {
      throw new NothingRanException(new Ending.Unreadable(place, e));
    }
  }

  private Outcome runStep(PipelineStep step, RegisteredFunction function, Invocation in) {
    var watch = new Stopwatch();
    context.functionStarted(function.name());
    Outcome ran = parseOutput(failIfNotStarted(OutcomeCheck.run(function, in, context)), in.list());
    boolean isFirst = stepOutcomes.isEmpty();
    var timing =
        new Timing(
            isFirst ? context.timeInQueue() : Duration.ZERO,
            isFirst ? parseTime : Duration.ZERO,
            watch.lapTime(),
            Duration.ZERO);
    Outcome outcome = withBytesIfFailed(ran).withFunction(function.name()).withTiming(timing);
    byte[] results =
        ran.results().isEmpty() ? new byte[0] : in.list().bytes(ran.results(), format());
    addStepOutcome(new StepOutcome(step.name(), outcome.withoutList(), results, in.log()));
    return outcome;
  }

  /** If a step did not run after others did, the pipeline has failed. */
  private Outcome failIfNotStarted(Outcome ran) {
    if (ran.ending() instanceof Ending.NothingRan ending) {
      if (stepOutcomes.isEmpty()) {
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
  private void addStepOutcome(StepOutcome step) {
    keptBytes += step.results().length + step.log().tail().length;
    keptBytes += step.outcome().bytes().map(bytes -> bytes.length).orElse(0);
    isOverLimit = keptBytes > limits.maxMessageBytes();
    stepOutcomes.add(isOverLimit ? tooLarge(step) : step);
  }

  private StepOutcome tooLarge(StepOutcome step) {
    String message = limits.stepsTooLarge(stepOutcomes.size() + 1).message();
    Outcome failed =
        Outcome.of(ProgramOutput.invalidOutput(message))
            .withFunction(step.outcome().function())
            .withTiming(step.outcome().timing());
    return new StepOutcome(step.name(), failed, new byte[0], Log.keeping(1));
  }

  /**
   * Parses the bytes of a program into a list for the next step. If they are not a list, the step
   * has failed. A result without severity is information if the program ended with 0, as for every
   * orchestrator.
   */
  private static Outcome parseOutput(Outcome ran, ResourceList in) {
    if (ran.list().isPresent() || ran.bytes().isEmpty()) {
      return ran;
    }
    boolean failed = !(ran.ending() instanceof Ending.Done);
    try {
      Severity ifMissing = failed ? Severity.ERROR : Severity.INFO;
      ResourceList list = in.withAnswer(ran.outputList().orElseThrow(), ifMissing);
      Outcome read = Outcome.of(ran.ending(), list, list.addedResults());
      return failed ? read.withBytes(ran.bytes().get()) : read;
    } catch (BadInput e) {
      String why = "it left no ResourceList: " + ProgramOutput.describe(e);
      return failed ? ran : Outcome.of(ProgramOutput.invalidOutput(why));
    }
  }

  private Outcome withBytesIfFailed(Outcome ran) {
    boolean isDone = ran.ending() instanceof Ending.Done;
    if (isDone || ran.list().isEmpty() || ran.bytes().isPresent()) {
      return ran;
    }
    try {
      return ran.withBytes(ran.list().get().bytes(format()));
    } catch (BadInput e) {
      return ran; // output that the format cannot express is dropped; the cause stays
    }
  }

  /**
   * The items that the step returned, in the envelope of the original list. A failed step without
   * items changes nothing, because it did not mean to delete everything.
   */
  private ResourceList nextList(Outcome outcome, ResourceList before) {
    boolean isDone = outcome.ending() instanceof Ending.Done;
    return outcome
        .list()
        .filter(left -> isDone || !left.items().isEmpty())
        .map(left -> originalList.withItems(left.items()))
        .orElse(before);
  }

  private Format format() {
    return pipeline.in().format().orElse(originalList.format());
  }
}
