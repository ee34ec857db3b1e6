package dev.kiln.bench.load;

import dev.kiln.bench.load.callers.Callers;
import dev.kiln.bench.load.callers.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One contender and its callers, which stay connected from round to round. */
final class Trial implements AutoCloseable {
  private final Contender contender;
  private final Callers callers;
  private final List<Round> rounds = new ArrayList<>();
  private Duration processor = Duration.ZERO;

  Trial(Contender contender, int count) {
    this.contender = contender;
    this.callers = contender.connect(count);
  }

  Peer peer() {
    return contender.peer();
  }

  /** Makes calls that are not measured. */
  void warm(Duration time) throws InterruptedException {
    callers.run(time);
  }

  void round(Duration time) throws InterruptedException {
    Duration before = contender.server().processorTime();
    rounds.add(callers.run(time));
    processor = processor.plus(contender.server().processorTime().minus(before));
  }

  Figures figures() {
    return Figures.of(rounds, processor, contender.server().figures().peakBytes());
  }

  @Override
  public void close() {
    callers.close();
  }
}
