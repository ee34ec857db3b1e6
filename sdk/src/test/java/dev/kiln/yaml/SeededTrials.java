package dev.kiln.yaml;

import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.opentest4j.TestAbortedException;

/** Tries a rule on many seeds, the same ones every time. */
public final class SeededTrials {
  /** Limits the seeds per trial, because a rule with too many assumptions would never run. */
  private static final int SEEDS_A_TRY = 50;

  private SeededTrials() {}

  /**
   * Runs the rule {@code tries} times. Seeds whose assumptions do not hold are not counted. A
   * failure names its seed.
   */
  public static void run(int tries, LongConsumer rule) {
    var seeds = new SplittableRandom(tries);
    int left = tries;
    for (long i = 0; left > 0; i++) {
      if (i == (long) SEEDS_A_TRY * tries) {
        throw new AssertionError("only " + (tries - left) + " of " + i + " seeds fit the rule");
      }
      long seed = seeds.nextLong();
      try {
        rule.accept(seed);
        left--;
      } catch (TestAbortedException _) {
        // not for this rule
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        throw new AssertionError("seed " + seed + "L: " + e, e);
      }
    }
  }
}
