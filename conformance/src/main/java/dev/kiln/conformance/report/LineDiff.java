package dev.kiln.conformance.report;

import java.util.ArrayList;
import java.util.List;

/** How two texts differ, line by line, as diff shows it. */
final class LineDiff {
  private static final int MOST_LINES = 2000;
  private static final int CONTEXT_LINES = 2;

  private final List<String> before;
  private final List<String> after;

  private LineDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /** The lines that differ and some around them; none if the texts are too long to compare. */
  static List<String> of(List<String> before, List<String> after) {
    return before.size() > MOST_LINES || after.size() > MOST_LINES
        ? List.of()
        : shortened(new LineDiff(before, after).lines());
  }

  /** All lines: those of both behind a blank, the others behind a sign. */
  private List<String> lines() {
    int[][] common = commonLengths();
    var lines = new ArrayList<String>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add("  " + before.get(i));
        i++;
        j++;
      } else if (i < before.size() && (j == after.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add("- " + before.get(i));
        i++;
      } else {
        lines.add("+ " + after.get(j));
        j++;
      }
    }
    return lines;
  }

  /** How many lines the rests from there on have in common. */
  private int[][] commonLengths() {
    var common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private static List<String> shortened(List<String> lines) {
    var kept = new ArrayList<String>();
    boolean isCut = false;
    for (int i = 0; i < lines.size(); i++) {
      boolean isNear =
          lines
              .subList(
                  Math.max(0, i - CONTEXT_LINES), Math.min(lines.size(), i + CONTEXT_LINES + 1))
              .stream()
              .anyMatch(line -> !line.startsWith("  "));
      if (isNear) {
        kept.add(lines.get(i));
      } else if (!isCut) {
        kept.add("  …");
      }
      isCut = !isNear;
    }
    return kept;
  }
}
