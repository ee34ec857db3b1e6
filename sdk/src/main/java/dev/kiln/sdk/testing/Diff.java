package dev.kiln.sdk.testing;

import dev.kiln.sdk.diff.LineDiff;
import java.util.ArrayList;
import java.util.List;

/** Shows a person how two texts differ: the lines that differ, with a few lines around them. */
final class Diff {
  private static final int CONTEXT_LINES = 3;

  private final List<String> lines = new ArrayList<>();

  private Diff() {}

  /**
   * Empty if the texts are equal. Else {@code -} marks lines of {@code old}, and {@code +} lines of
   * {@code now}.
   */
  static String of(String old, String now) {
    if (old.equals(now)) {
      return "";
    }
    var diff = new Diff();
    diff.compare(lines(old), lines(now));
    return String.join("\n", diff.hunks());
  }

  /** The lines of a text. Line breaks that a person could not see are made visible. */
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
    int at = 0;
    for (var each : LineDiff.of(old, now)) {
      add(' ', old.subList(at, each.from()));
      add('-', old.subList(each.from(), each.to()));
      add('+', now.subList(each.newFrom(), each.newTo()));
      at = each.to();
    }
    add(' ', old.subList(at, old.size()));
  }

  private void add(char mark, List<String> more) {
    more.forEach(line -> lines.add(mark + line));
  }

  /** The lines near differences, in groups. Each group begins with its position. */
  private List<String> hunks() {
    var near = new boolean[lines.size()];
    for (int i = 0; i < near.length; i++) {
      if (lines.get(i).charAt(0) != ' ') {
        for (int j = Math.max(0, i - CONTEXT_LINES);
            j < Math.min(near.length, i + CONTEXT_LINES + 1);
            j++) {
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
