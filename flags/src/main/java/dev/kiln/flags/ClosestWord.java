package dev.kiln.flags;

import java.util.Collection;
import java.util.Optional;

/** Finds the known word that a misspelled word most likely means. */
public final class ClosestWord {
  private ClosestWord() {}

  /**
   * The known word with the fewest typing errors between it and this word.
   *
   * @param maxDistance the most errors allowed
   */
  public static Optional<String> find(String word, Collection<String> known, int maxDistance) {
    String closest = null;
    int fewest = maxDistance + 1;
    for (String one : known) {
      int slips =
          Math.abs(one.length() - word.length()) < fewest ? editDistance(word, one) : fewest;
      if (slips < fewest) {
        fewest = slips;
        closest = one;
      }
    }
    return Optional.ofNullable(closest);
  }

  /**
   * How many typing errors make one word the other: a letter too many, too few or different, or two
   * swapped. It is computed row by row over the prefixes of both words.
   */
  static int editDistance(String one, String other) {
    int[] before = new int[other.length() + 1];
    int[] last = new int[other.length() + 1];
    int[] row = new int[other.length() + 1];
    for (int k = 0; k <= other.length(); k++) {
      row[k] = k;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] free = before;
      before = last;
      last = row;
      row = free;
      row[0] = i;
      for (int k = 1; k <= other.length(); k++) {
        int change = one.charAt(i - 1) == other.charAt(k - 1) ? 0 : 1;
        row[k] = Math.min(last[k - 1] + change, Math.min(last[k], row[k - 1]) + 1);
        if (isSwapped(one, i, other, k)) {
          row[k] = Math.min(row[k], before[k - 2] + 1);
        }
      }
    }
    return row[other.length()];
  }

  private static boolean isSwapped(String one, int i, String other, int k) {
    return i > 1
        && k > 1
        && one.charAt(i - 1) == other.charAt(k - 2)
        && one.charAt(i - 2) == other.charAt(k - 1);
  }
}
