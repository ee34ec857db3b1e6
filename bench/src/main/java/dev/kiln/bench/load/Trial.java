package dev.kiln.bench.load;

import dev.kiln.bench.load.callers.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The rounds of one contender with one number of connections. */
final class Trial {
  private final Contender contender;
  private final int connections;
  private final List<Round> rounds = new ArrayList<>();
  private Round last;
  private Duration processor = Duration.ZERO;

  /** Warms the contender up for this long. */
  Trial(Contender contender, int connections, Duration warm) throws Exception {
    this.contender = contender;
    this.connections = connections;
    contender.check();
    this.last = contender.callFor(warm, connections);
  }

  Peer peer() {
    return contender.peer();
  }

  /** Makes as many calls as take about this long. */
  void round(Duration time) throws InterruptedException {
    Duration before = contender.server().processorTime();
    last = contender.call(connections, last.callsIn(time));
    rounds.add(last);
    processor = processor.plus(contender.server().processorTime().minus(before));
  }

  /** The figures of all rounds. Before, a further call must give the right answer. */
  Figures figures() throws Exception {
    contender.check();
    return Figures.of(rounds, processor, contender.server().figures().peakBytes());
  }
}
