package dev.kiln.sdk.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the lines that two texts do not share, as few as can be: Myers' greedy algorithm, whose
 * time and space grow with the differences rather than the texts.
 */
public final class LineDiff {
  /** With more differences than this what stands between the first and last counts as replaced. */
  private static final int MOST = 2000;

  private final int[] before;
  private final int[] after;
  private final boolean[] gone;
  private final boolean[] come;

  /** How many lines are the same at the start; what is looked at lies between. */
  private int head;

  private int beforeEnd;
  private int afterEnd;

  /**
   * Lines in place of others.
   *
   * @param from the first line of the old text that is gone, from 0
   * @param to behind the last
   * @param newFrom the first line of the new text that has come
   * @param newTo behind the last
   */
  public record Difference(int from, int to, int newFrom, int newTo) {}

  private LineDiff(int[] before, int[] after) {
    this.before = before;
    this.after = after;
    this.gone = new boolean[before.length];
    this.come = new boolean[after.length];
    this.beforeEnd = before.length;
    this.afterEnd = after.length;
  }

  /** In the order of the texts; between two of them, at least one line is the same. */
  public static List<Difference> of(List<String> before, List<String> after) {
    var numbers = new HashMap<String, Integer>();
    var diff = new LineDiff(numbered(before, numbers), numbered(after, numbers));
    diff.compare();
    return diff.differences();
  }

  private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
    var numbered = new int[lines.size()];
    for (int i = 0; i < numbered.length; i++) {
      Integer known = numbers.putIfAbsent(lines.get(i), numbers.size());
      numbered[i] = known == null ? numbers.size() - 1 : known;
    }
    return numbered;
  }

  private void compare() {
    while (head < beforeEnd && head < afterEnd && before[head] == after[head]) {
      head++;
    }
    while (beforeEnd > head && afterEnd > head && before[beforeEnd - 1] == after[afterEnd - 1]) {
      beforeEnd--;
      afterEnd--;
    }
    var steps = steps();
    if (steps.isEmpty()) {
      Arrays.fill(gone, head, beforeEnd, true);
      Arrays.fill(come, head, afterEnd, true);
    } else {
      mark(steps);
    }
  }

  /**
   * For each number of differences, how far one comes in the old text with as many, by how much
   * further one is in the new text than in the old; empty if it takes too many.
   */
  private List<int[]> steps() {
    int rows = beforeEnd - head;
    int columns = afterEnd - head;
    int most = Math.min(rows + columns, MOST);
    var steps = new ArrayList<int[]>();
    int[] last = {0, 0, 0};
    for (int d = 0; d <= most; d++) {
      var reached = new int[2 * d + 3];
      for (int k = -d; k <= d; k += 2) {
        int row =
            d == 0 ? 0 : isDown(last, d, k) ? at(last, d - 1, k - 1) : at(last, d - 1, k + 1) + 1;
        while (row < rows && row + k < columns && before[head + row] == after[head + row + k]) {
          row++;
        }
        reached[k + d + 1] = row;
        if (row >= rows && row + k >= columns) {
          steps.add(reached);
          return steps;
        }
      }
      steps.add(reached);
      last = reached;
    }
    return List.of();
  }

  private static int at(int[] reached, int d, int k) {
    return reached[k + d + 1];
  }

  /** Whether the last difference on the way to {@code k} is a line that has come. */
  private static boolean isDown(int[] last, int d, int k) {
    return k == d || (k != -d && at(last, d - 1, k - 1) > at(last, d - 1, k + 1));
  }

  /** Goes the way back. */
  private void mark(List<int[]> steps) {
    int row = beforeEnd - head;
    int k = afterEnd - head - row;
    for (int d = steps.size() - 1; d > 0; d--) {
      int[] last = steps.get(d - 1);
      if (isDown(last, d, k)) {
        k--;
        row = at(last, d - 1, k);
        come[head + row + k] = true;
      } else {
        k++;
        row = at(last, d - 1, k);
        gone[head + row] = true;
      }
    }
  }

  private List<Difference> differences() {
    var found = new ArrayList<Difference>();
    int i = 0;
    int j = 0;
    while (i < gone.length || j < come.length) {
      int from = i;
      int newFrom = j;
      while (i < gone.length && gone[i]) {
        i++;
      }
      while (j < come.length && come[j]) {
        j++;
      }
      if (i > from || j > newFrom) {
        found.add(new Difference(from, i, newFrom, j));
      } else {
        i++;
        j++;
      }
    }
    return found;
  }
}
