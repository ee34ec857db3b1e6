package dev.kiln.bench.warm;

import java.util.Arrays;
import java.util.Locale;

/** One measured piece of work, and its durations. */
public final class Row {
  /** The work that is measured. */
  public interface Run {
    /** Runs once. The implementation checks its own result. */
    void run() throws Exception;
  }

  private final String name;
  private final Run run;
  private final Run after;
  private double[] millis = {};

  /**
   * @param after runs after each run, and is not measured
   */
  public Row(String name, Run run, Run after) {
    this.name = name;
    this.run = run;
    this.after = after;
  }

  public String name() {
    return name;
  }

  public void warm() throws Exception {
    run.run();
    after.run();
  }

  public void measure() throws Exception {
    long start = System.nanoTime();
    run.run();
    millis = Arrays.copyOf(millis, millis.length + 1);
    millis[millis.length - 1] = (System.nanoTime() - start) / 1e6;
    after.run();
  }

  public double median() {
    return quantile(0.5);
  }

  private double quantile(double share) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round((sorted.length - 1) * share)];
  }

  /** A line of the table. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.1f to %.1f |",
        name,
        median(),
        quantile(0.25),
        quantile(0.75));
  }
}
