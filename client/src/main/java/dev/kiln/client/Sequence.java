package dev.kiln.client;

import dev.kiln.client.steps.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs steps over items. Those of one scope come one after the other; neighbours whose scopes have
 * no file in common run side by side, and one that would have got other items, had it waited for
 * those before it, runs again. So what comes out is what comes out of one after the other.
 */
final class Sequence {
  private final Functions functions;
  private final List<Step> steps;
  private final RunOptions options;
  private final List<StepRun> done = new ArrayList<>();
  private List<Item> items;

  private Sequence(Functions functions, List<Step> steps, RunOptions options, List<Item> items) {
    this.functions = functions;
    this.steps = steps;
    this.options = options;
    this.items = items;
  }

  static Run of(Functions functions, List<Item> items, List<Step> steps, RunOptions options) {
    functions.prepare(steps);
    var sequence = new Sequence(functions, steps, options, items);
    sequence.run();
    return new Run(sequence.done, sequence.items);
  }

  private void run() {
    int next = 0;
    while (next < steps.size() && !isStopped()) {
      List<Stretch> wave = wave(next);
      if (wave.size() == 1) {
        take(wave.getFirst(), wave.getFirst().run(items, options.watcher()));
      } else {
        sideBySide(wave);
      }
      next += wave.stream().mapToInt(stretch -> stretch.steps().size()).sum();
    }
  }

  private boolean isStopped() {
    return !done.isEmpty() && done.getLast().isFatal();
  }

  /** Stretches from a step on that have no file in common. */
  private List<Stretch> wave(int from) {
    var wave = new ArrayList<Stretch>();
    int at = from;
    while (at < steps.size()) {
      Stretch stretch = stretch(at);
      if (wave.stream().anyMatch(other -> overlap(other.scope(), stretch.scope()))) {
        break;
      }
      wave.add(stretch);
      at += stretch.steps().size();
    }
    return wave;
  }

  private Stretch stretch(int from) {
    Scope scope = steps.get(from).scope();
    int end = from + 1;
    while (end < steps.size() && isSame(steps.get(end).scope(), scope)) {
      end++;
    }
    return new Stretch(functions, options, scope, from, steps.subList(from, end));
  }

  private static boolean overlap(Scope one, Scope other) {
    return isSame(one, other) || one.holds(other.folder()) || other.holds(one.folder());
  }

  private static boolean isSame(Scope one, Scope other) {
    return one.folder().equals(other.folder());
  }

  private void sideBySide(List<Stretch> wave) {
    List<Item> before = items;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Stretch.End>>();
      for (Stretch stretch : wave) {
        running.add(threads.submit(() -> stretch.run(before, new Beginnings(options.watcher()))));
      }
      for (int i = 0; i < wave.size() && !isStopped(); i++) {
        Stretch stretch = wave.get(i);
        Stretch.End end = await(running.get(i));
        if (!stretch.within(items).equals(stretch.within(before))) {
          end = stretch.run(items, new Beginnings(options.watcher()));
        }
        end.steps().forEach(options.watcher()::ended);
        take(stretch, end);
      }
      running.forEach(each -> each.cancel(true));
    }
  }

  /** Tells beginnings at once; ends are told in the order of the steps. */
  private record Beginnings(Watcher watcher) implements Watcher {
    @Override
    public void begins(Step step) {
      watcher.begins(step);
    }

    @Override
    public void ended(StepRun run) {}
  }

  private static Stretch.End await(Future<Stretch.End> running) {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException own // as of one that runs alone
          ? own
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void take(Stretch stretch, Stretch.End end) {
    done.addAll(end.steps());
    items = stretch.put(items, end.own());
  }
}
