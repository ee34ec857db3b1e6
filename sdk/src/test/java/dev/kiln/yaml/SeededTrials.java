package dev.kiln.yaml;

import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.opentest4j.TestAbortedException;

/** Tries a rule on many seeds, the same ones every time. */
public final class SeededTrials {
  /** A rule that assumes too much would be tried on nothing. */
  private static final int SEEDS_A_TRY = 50;

  private SeededTrials() {}

  /**
   * As many times as said, without those whose assumptions do not hold. The first seed that fails
   * is named.
   */
  public static void each(int tries, LongConsumer rule) {
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
