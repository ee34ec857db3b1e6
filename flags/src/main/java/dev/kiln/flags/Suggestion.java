package dev.kiln.flags;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Suggests known words for a misspelled one. */
public final class Suggestion {
  private static final int MAX_DISTANCE = 2;

  private Suggestion() {}

  /** Lines to append to an error message; empty if nothing is near. */
  public static String of(String word, Collection<String> known) {
    List<String> near =
        known.stream()
            .filter(other -> distance(word, other) <= MAX_DISTANCE || isStartOf(word, other))
            .sorted(Comparator.comparingInt(other -> distance(word, other)))
            .toList();
    return near.isEmpty() ? "" : "\n\nDid you mean this?\n\t" + String.join("\n\t", near) + "\n";
  }

  private static boolean isStartOf(String word, String other) {
    return word.length() > 2 && other.startsWith(word);
  }

  /** How many letters are to be put in, left out, replaced or swapped with their neighbour. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : cheapest(d, i, j, a, b);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int cheapest(int[][] d, int i, int j, String a, String b) {
    int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
