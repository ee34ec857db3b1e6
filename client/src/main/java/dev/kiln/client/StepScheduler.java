package dev.kiln.client;

import dev.kiln.client.steps.FolderScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs steps over items. Steps of one scope run one after the other. Neighbouring steps whose
 * scopes have no file in common run in parallel, if their functions are repeatable. If such a step
 * would have got other items after the steps before it, it runs again. The result is therefore the
 * same as if all steps ran one after the other.
 */
final class StepScheduler {
  private final Functions functions;
  private final List<Step> steps;
  private final RunOptions options;
  private final List<StepRun> stepRuns = new ArrayList<>();
  private List<TrackedItem> items;

  private StepScheduler(
      Functions functions, List<Step> steps, RunOptions options, List<TrackedItem> items) {
    this.functions = functions;
    this.steps = steps;
    this.options = options;
    this.items = items;
  }

  static Run of(
      Functions functions, List<TrackedItem> items, List<Step> steps, RunOptions options) {
    functions.prepare(steps);
    var scheduler = new StepScheduler(functions, steps, options, items);
    scheduler.run();
    return new Run(scheduler.stepRuns, scheduler.items);
  }

  private void run() {
    int next = 0;
    while (next < steps.size() && !isStopped()) {
      List<ScopeBatch> batches = independentBatches(next);
      if (batches.size() == 1) {
        addResult(batches.getFirst(), batches.getFirst().run(items, options.listener()));
      } else {
        runInParallel(batches);
      }
      next += batches.stream().mapToInt(batch -> batch.steps().size()).sum();
    }
  }

  private boolean isStopped() {
    return !stepRuns.isEmpty() && stepRuns.getLast().isFatal();
  }

  /**
   * Returns the batches, beginning with step {@code from}, that can run in parallel. They have no
   * file in common. All but the first may have to run again, so their functions are repeatable.
   */
  private List<ScopeBatch> independentBatches(int from) {
    var batches = new ArrayList<ScopeBatch>();
    int at = from;
    while (at < steps.size()) {
      ScopeBatch batch = batch(at);
      boolean alone = !batches.isEmpty() && !batch.isRepeatable();
      if (alone || batches.stream().anyMatch(other -> overlap(other.scope(), batch.scope()))) {
        break;
      }
      batches.add(batch);
      at += batch.steps().size();
    }
    return batches;
  }

  private ScopeBatch batch(int from) {
    FolderScope scope = steps.get(from).scope();
    int end = from + 1;
    while (end < steps.size() && isSame(steps.get(end).scope(), scope)) {
      end++;
    }
    return new ScopeBatch(functions, options, scope, from, steps.subList(from, end));
  }

  private static boolean overlap(FolderScope one, FolderScope other) {
    return isSame(one, other) || one.contains(other.folder()) || other.contains(one.folder());
  }

  private static boolean isSame(FolderScope one, FolderScope other) {
    return one.folder().equals(other.folder());
  }

  private void runInParallel(List<ScopeBatch> batches) {
    List<TrackedItem> before = items;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<ScopeBatch.Result>>();
      for (ScopeBatch batch : batches) {
        running.add(
            threads.submit(() -> batch.run(before, new StartedEventsOnly(options.listener()))));
      }
      for (int i = 0; i < batches.size() && !isStopped(); i++) {
        ScopeBatch batch = batches.get(i);
        ScopeBatch.Result end = await(running.get(i));
        if (!batch.itemsIn(items).equals(batch.itemsIn(before))) {
          end = batch.run(items, new StartedEventsOnly(options.listener()));
        }
        end.steps().forEach(options.listener()::stepFinished);
        addResult(batch, end);
      }
      running.forEach(each -> each.cancel(true));
    }
  }

  /**
   * Passes on only the beginnings of steps, at once. The ends are reported later, in the order of
   * the steps.
   */
  private record StartedEventsOnly(RunListener listener) implements RunListener {
    @Override
    public void stepStarted(Step step) {
      listener.stepStarted(step);
    }

    @Override
    public void stepFinished(StepRun run) {}
  }

  private static ScopeBatch.Result await(Future<ScopeBatch.Result> running) {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException own // as for a batch that runs alone
          ? own
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void addResult(ScopeBatch batch, ScopeBatch.Result end) {
    stepRuns.addAll(end.steps());
    items = batch.replaceIn(items, end.own());
  }
}
