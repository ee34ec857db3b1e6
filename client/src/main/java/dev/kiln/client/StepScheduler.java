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
  private final List<StepRun> done = new ArrayList<>();
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
    return new Run(scheduler.done, scheduler.items);
  }

  private void run() {
    int next = 0;
    while (next < steps.size() && !isStopped()) {
      List<ScopeBatch> wave = wave(next);
      if (wave.size() == 1) {
        take(wave.getFirst(), wave.getFirst().run(items, options.listener()));
      } else {
        sideBySide(wave);
      }
      next += wave.stream().mapToInt(batch -> batch.steps().size()).sum();
    }
  }

  private boolean isStopped() {
    return !done.isEmpty() && done.getLast().isFatal();
  }

  /**
   * Returns the batches, beginning with step {@code from}, that can run in parallel. They have no
   * file in common. All but the first may have to run again, so their functions are repeatable.
   */
  private List<ScopeBatch> wave(int from) {
    var wave = new ArrayList<ScopeBatch>();
    int at = from;
    while (at < steps.size()) {
      ScopeBatch batch = batch(at);
      boolean alone = !wave.isEmpty() && !batch.isRepeatable();
      if (alone || wave.stream().anyMatch(other -> overlap(other.scope(), batch.scope()))) {
        break;
      }
      wave.add(batch);
      at += batch.steps().size();
    }
    return wave;
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

  private void sideBySide(List<ScopeBatch> wave) {
    List<TrackedItem> before = items;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<ScopeBatch.Result>>();
      for (ScopeBatch batch : wave) {
        running.add(threads.submit(() -> batch.run(before, new Beginnings(options.listener()))));
      }
      for (int i = 0; i < wave.size() && !isStopped(); i++) {
        ScopeBatch batch = wave.get(i);
        ScopeBatch.Result end = await(running.get(i));
        if (!batch.itemsIn(items).equals(batch.itemsIn(before))) {
          end = batch.run(items, new Beginnings(options.listener()));
        }
        end.steps().forEach(options.listener()::stepFinished);
        take(batch, end);
      }
      running.forEach(each -> each.cancel(true));
    }
  }

  /**
   * Passes on only the beginnings of steps, at once. The ends are reported later, in the order of
   * the steps.
   */
  private record Beginnings(RunListener listener) implements RunListener {
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

  private void take(ScopeBatch batch, ScopeBatch.Result end) {
    done.addAll(end.steps());
    items = batch.replaceIn(items, end.own());
  }
}
