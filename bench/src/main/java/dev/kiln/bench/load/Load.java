package dev.kiln.bench.load;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.servers.Servers;
import dev.kiln.bench.load.soak.Soak;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures the doors, prints one table and the limits, and fails if a limit is missed. */
record Load(Path go, Pace pace, Optional<String> otherClassPath) {
  private static final int WARM_UP_CONNECTIONS = 8;

  public static void main(String[] args) throws Exception {
    Settings settings;
    try {
      settings = Settings.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    System.exit(run(settings) ? 0 : 1);
  }

  private static boolean run(Settings settings) throws Exception {
    if (settings.soak().isPresent()) {
      return new Soak(settings.soak().get()).run();
    }
    if (settings.distribution().isPresent()) {
      return new FirstCalls(settings.distribution().get(), settings.pace().starts()).run();
    }
    return new Load(settings.go(), settings.pace(), settings.otherClassPath()).run();
  }

  private boolean run() throws Exception {
    var cache = StartUpCache.trained(Servers.CLASS_PATH);
    Optional<StartUpCache> otherCache = Optional.empty();
    if (otherClassPath.isPresent()) {
      otherCache = Optional.of(StartUpCache.trained(otherClassPath.get()));
    }
    Results results = table(cache, otherCache);
    var musts = new ArrayList<>(Musts.of(results));
    musts.addAll(new SmallHeap(pace.alone(), cache).measure());
    musts.addAll(new FirstCall(pace.starts(), cache).measure());
    System.out.println();
    musts.forEach(must -> System.out.println(must.line()));
    return musts.stream().allMatch(Must::met);
  }

  private Results table(StartUpCache cache, Optional<StartUpCache> otherCache) throws Exception {
    var results = new Results();
    System.out.print(Results.HEAD);
    try (var field = new Field(go, cache, otherCache)) {
      for (int size : Results.SIZES) {
        List<Contender> contenders = field.contenders(GeneratedList.ofSize(size));
        for (Contender contender : contenders) {
          var _ = contender.callFor(pace.start(), WARM_UP_CONNECTIONS);
        }
        for (int connections : Results.CALLERS) {
          for (Trial trial : measured(contenders, connections)) {
            results.add(new Cell(size, connections, trial.peer()), trial.figures());
          }
          System.out.print(results.lines(size, connections));
        }
      }
    }
    return results;
  }

  /**
   * Runs the trials in turn, round by round, so that a temporary load on the machine slows all of
   * them.
   */
  private List<Trial> measured(List<Contender> contenders, int connections) throws Exception {
    var trials = new ArrayList<Trial>();
    for (Contender contender : contenders) {
      trials.add(new Trial(contender, connections, pace.warm()));
    }
    for (int round = 0; round < pace.rounds(); round++) {
      for (Trial trial : trials) {
        trial.round(pace.round());
      }
    }
    return trials;
  }
}
