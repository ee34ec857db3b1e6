package dev.kiln.bench.load;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Callers;
import dev.kiln.bench.load.soak.Soak;
import io.netty.channel.EventLoop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the doors, prints one table and the limits, and fails if a limit is missed. */
final class Load {
  private final Path go;
  private final Pace pace;
  private final EventLoop callers = Callers.newEventLoop();

  private Load(Path go, Pace pace) {
    this.go = go;
    this.pace = pace;
  }

  public static void main(String[] args) throws Exception {
    Settings settings;
    try {
      settings = Settings.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    boolean met =
        settings.soak().isPresent()
            ? new Soak(settings.soak().get()).run()
            : new Load(settings.go(), settings.pace()).run();
    System.exit(met ? 0 : 1);
  }

  private boolean run() throws InterruptedException {
    var cache = StartUpCache.trained(callers);
    Results results = table(cache);
    var musts = new ArrayList<>(Musts.of(results));
    musts.addAll(new SmallHeap(pace.alone(), callers, cache).measure());
    musts.addAll(new FirstCall(pace.starts(), callers, cache).measure());
    System.out.println();
    musts.forEach(must -> System.out.println(must.line()));
    return musts.stream().allMatch(Must::met);
  }

  private Results table(StartUpCache cache) throws InterruptedException {
    var results = new Results();
    System.out.print(Results.HEAD);
    try (var field = new Field(go, callers, cache)) {
      for (int size : Results.SIZES) {
        List<Contender> contenders = field.contenders(GeneratedList.ofSize(size));
        warm(contenders);
        for (int count : Results.CALLERS) {
          var cells = contenders.stream().map(one -> new Trial(one, count)).toList();
          run(cells);
          cells.forEach(trial -> results.add(new Cell(size, count, trial.peer()), trial.figures()));
          System.out.print(results.lines(size, count));
        }
      }
    }
    return results;
  }

  private void warm(List<Contender> contenders) throws InterruptedException {
    for (Contender contender : contenders) {
      try (var trial = new Trial(contender, 8)) {
        trial.warm(pace.start());
      }
    }
  }

  /**
   * Runs the trials in turn, round by round, so that a temporary load on the machine slows all of
   * them.
   */
  private void run(List<Trial> trials) throws InterruptedException {
    for (Trial trial : trials) {
      trial.warm(pace.warm());
    }
    for (int round = 0; round < pace.rounds(); round++) {
      for (Trial trial : trials) {
        trial.round(pace.round());
      }
    }
    trials.forEach(Trial::close);
  }
}
