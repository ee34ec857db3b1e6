package dev.kiln.sdk.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the fewest lines in which two texts differ, with Myers' greedy algorithm. Its time and
 * space grow with the differences and not with the texts. If there are very many differences, it
 * continues with the path that has advanced furthest.
 */
public final class LineDiff {
  /** The number of differences after which the furthest path is taken. */
  private static final int MAX_DIFFERENCES = 1000;

  private final int[] before;
  private final int[] after;
  private final boolean[] removed;
  private final boolean[] added;

  /** The line up to which the texts are compared. */
  private int row;

  private int column;

  private int beforeEnd;
  private int afterEnd;

  /**
   * Lines that replace other lines.
   *
   * @param from the first removed line of the old text, from 0
   * @param to the line after the last removed one
   * @param newFrom the first added line of the new text
   * @param newTo the line after the last added one
   */
  public record Difference(int from, int to, int newFrom, int newTo) {}

  private LineDiff(int[] before, int[] after) {
    this.before = before;
    this.after = after;
    this.removed = new boolean[before.length];
    this.added = new boolean[after.length];
    this.beforeEnd = before.length;
    this.afterEnd = after.length;
  }

  /** The differences in the order of the texts. At least one equal line is between two of them. */
  public static List<Difference> of(List<String> before, List<String> after) {
    var numbers = new HashMap<String, Integer>();
    var diff = new LineDiff(numberLines(before, numbers), numberLines(after, numbers));
    diff.compare();
    return diff.differences();
  }

  private static int[] numberLines(List<String> lines, Map<String, Integer> numbers) {
    var numbered = new int[lines.size()];
    for (int i = 0; i < numbered.length; i++) {
      Integer known = numbers.putIfAbsent(lines.get(i), numbers.size());
      numbered[i] = known == null ? numbers.size() - 1 : known;
    }
    return numbered;
  }

  private void compare() {
    while (beforeEnd > 0 && afterEnd > 0 && before[beforeEnd - 1] == after[afterEnd - 1]) {
      beforeEnd--;
      afterEnd--;
    }
    while (row < beforeEnd || column < afterEnd) {
      findPath();
    }
  }

  /**
   * For each number of differences, finds how far a path with that many differences reaches in the
   * old text. Paths are kept by how much further they are in the new text than in the old one.
   */
  private void findPath() {
    int rows = beforeEnd - row;
    int columns = afterEnd - column;
    var steps = new ArrayList<int[]>();
    int[] last = {0, 0, 0};
    for (int d = 0; d <= MAX_DIFFERENCES; d++) {
      var reached = new int[2 * d + 3];
      steps.add(reached);
      for (int k = -d; k <= d; k += 2) {
        int x =
            d == 0
                ? 0
                : endsWithAddedLine(last, d, k)
                    ? reachedRow(last, d - 1, k - 1)
                    : reachedRow(last, d - 1, k + 1) + 1;
        while (x < rows && x + k < columns && before[row + x] == after[column + x + k]) {
          x++;
        }
        reached[k + d + 1] = x;
        if (x >= rows && x + k >= columns) {
          markPath(steps, k);
          return;
        }
      }
      last = reached;
    }
    markPath(steps, furthestDiagonal(last, rows, columns));
  }

  private static int furthestDiagonal(int[] last, int rows, int columns) {
    int best = 0;
    int sum = -1;
    for (int k = -MAX_DIFFERENCES; k <= MAX_DIFFERENCES; k += 2) {
      int x = reachedRow(last, MAX_DIFFERENCES, k);
      if (x <= rows && x + k <= columns && 2 * x + k > sum) {
        best = k;
        sum = 2 * x + k;
      }
    }
    return best;
  }

  private static int reachedRow(int[] reached, int d, int k) {
    return reached[k + d + 1];
  }

  /** Whether the last difference on the path to {@code k} is an added line. */
  private static boolean endsWithAddedLine(int[] last, int d, int k) {
    return k == d || (k != -d && reachedRow(last, d - 1, k - 1) > reachedRow(last, d - 1, k + 1));
  }

  /** Follows the path back, and continues from its end. */
  private void markPath(List<int[]> steps, int end) {
    int k = end;
    for (int d = steps.size() - 1; d > 0; d--) {
      int[] last = steps.get(d - 1);
      if (endsWithAddedLine(last, d, k)) {
        k--;
        added[column + reachedRow(last, d - 1, k) + k] = true;
      } else {
        k++;
        removed[row + reachedRow(last, d - 1, k)] = true;
      }
    }
    int x = reachedRow(steps.getLast(), steps.size() - 1, end);
    row += x;
    column += x + end;
  }

  private List<Difference> differences() {
    var found = new ArrayList<Difference>();
    int i = 0;
    int j = 0;
    while (i < removed.length || j < added.length) {
      int from = i;
      int newFrom = j;
      while (i < removed.length && removed[i]) {
        i++;
      }
      while (j < added.length && added[j]) {
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
