package dev.kiln.sdk.testing;

import java.util.ArrayList;
import java.util.List;

/** How two texts differ, for a person: the lines that do, with a few around them. */
final class Diff {
  private static final int AROUND = 3;

  /** Above this many pairs of lines the middle is shown as replaced as a whole. */
  private static final long MOST_PAIRS = 4_000_000;

  private final List<String> lines = new ArrayList<>();

  private Diff() {}

  /** Empty if they are the same; else {@code -} for {@code old}, {@code +} for {@code now}. */
  static String of(String old, String now) {
    if (old.equals(now)) {
      return "";
    }
    var diff = new Diff();
    diff.compare(lines(old), lines(now));
    return String.join("\n", diff.hunks());
  }

  /** Breaks that a person could not see are shown. */
  private static List<String> lines(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    } else {
      lines.add(lines.removeLast() + " [no line break at the end]");
    }
    lines.replaceAll(
        line -> line.replace("\r", "\\r").replace("\t", "\\t").replaceFirst(" +$", "$0\\$"));
    return lines;
  }

  private void compare(List<String> old, List<String> now) {
    int head = 0;
    int most = Math.min(old.size(), now.size());
    while (head < most && old.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < most - head
        && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    add(' ', old.subList(0, head));
    middle(old.subList(head, old.size() - tail), now.subList(head, now.size() - tail));
    add(' ', old.subList(old.size() - tail, old.size()));
  }

  private void middle(List<String> old, List<String> now) {
    if ((long) old.size() * now.size() > MOST_PAIRS) {
      add('-', old);
      add('+', now);
      return;
    }
    int[][] common = common(old, now);
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        add(' ', List.of(old.get(i++)));
        j++;
      } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
        add('-', List.of(old.get(i++)));
      } else {
        add('+', List.of(now.get(j++)));
      }
    }
  }

  /** How many lines the rests from i and j have in common. */
  private static int[][] common(List<String> old, List<String> now) {
    var common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private void add(char mark, List<String> more) {
    more.forEach(line -> lines.add(mark + line));
  }

  /** The lines near a difference, each group headed by where it stands. */
  private List<String> hunks() {
    var near = new boolean[lines.size()];
    for (int i = 0; i < near.length; i++) {
      if (lines.get(i).charAt(0) != ' ') {
        for (int j = Math.max(0, i - AROUND); j < Math.min(near.length, i + AROUND + 1); j++) {
          near[j] = true;
        }
      }
    }
    var hunks = new ArrayList<String>();
    int old = 1;
    int now = 1;
    for (int i = 0; i < near.length; i++) {
      if (near[i]) {
        if (i == 0 || !near[i - 1]) {
          hunks.add("  @@ line " + old + " / " + now + " @@");
        }
        hunks.add("  " + lines.get(i));
      }
      char mark = lines.get(i).charAt(0);
      old += mark == '+' ? 0 : 1;
      now += mark == '-' ? 0 : 1;
    }
    return hunks;
  }
}
